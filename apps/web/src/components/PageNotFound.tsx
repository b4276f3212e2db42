import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { Notice } from "./Notice.tsx";

/** No such page. */
export function PageNotFound() {
  // The route that was asked for has no title, because there is none.
  useEffect(() => {
    document.title = "Not found · BBUX";
  }, []);
  return (
    <Notice title="There is nothing here" mark="404">
      <p>The address may be mistyped, or what was here has been removed.</p>
      <Button renderRoot={(props) => <Link to="/community" {...props} />}>Go to the community</Button>
    </Notice>
  );
}
