import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { isOverlayOpen } from "../shortcuts/overlay.ts";

/** After a navigation, announces the new title to screen readers and moves the focus to the top of the content. */
export function RouteFocus() {
  const router = useRouter();
  const [title, setTitle] = useState("");
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        setTitle(document.title);
        const main = document.getElementById("main");
        // The palette, or a form on the new page, may have taken the focus already.
        if (!isOverlayOpen() && main && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
      }),
    [router],
  );
  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="true">
      {title}
    </div>
  );
}
