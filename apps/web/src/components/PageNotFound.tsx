import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Notice } from "./Notice.tsx";

/** No such page. */
export function PageNotFound() {
  return (
    <Notice title="There is nothing here" mark="404">
      <p>The address may be mistyped, or what was here has been removed.</p>
      <Button renderRoot={(props) => <Link to="/community" {...props} />}>Go to the community</Button>
    </Notice>
  );
}
