import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Notice } from "../../components/Notice.tsx";

/** Shown for a post that doesn't exist or was removed. */
export function PostMissing() {
  return (
    <Notice title="This post is not here" mark="404">
      <p>It may have been deleted by its author, or the address is mistyped.</p>
      <Button renderRoot={(props) => <Link to="/community" {...props} />}>Go to the community</Button>
    </Notice>
  );
}
