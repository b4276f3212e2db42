import { titleOf } from "@bbux/contract";
import { Link, useCanGoBack, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { FACTS } from "../lib/facts.ts";
import classes from "./Notice.module.css";
import { Notice } from "./Notice.tsx";
import { ButtonLook, PlainButton } from "./PlainButton.tsx";

/** Says that there is no such page, and suggests others. */
export function PageNotFound() {
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  // The requested route has no title, because it doesn't exist.
  useEffect(() => {
    document.title = titleOf("Not found", FACTS.brand.name);
  }, []);
  return (
    <Notice title="Page not found" mark="404">
      <p>The address may be mistyped, or the page was removed.</p>
      <div className={classes.actions}>
        <ButtonLook root={(drawn) => <Link to="/community" {...drawn} />}>Go to the community</ButtonLook>
        {canGoBack && (
          <PlainButton variant="default" onClick={() => history.back()}>
            Go back
          </PlainButton>
        )}
      </div>
    </Notice>
  );
}
