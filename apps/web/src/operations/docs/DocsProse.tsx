import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, memo, useLayoutEffect, useRef } from "react";
import { FACTS } from "../../lib/facts.ts";
import { enhance } from "./enhance.ts";
import classes from "./Prose.module.css";

/** The text of a page. The router handles links within the app; the browser handles files and other sites. */
export const DocsProse = memo(function DocsProse({ html }: { readonly html: string }) {
  const router = useRouter();
  const root = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another tree to enhance
  useLayoutEffect(() => (root.current ? enhance(root.current, FACTS.links) : undefined), [html]);

  function openInnerLink(event: MouseEvent) {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const anchor = event.target instanceof Element ? event.target.closest("a") : null;
    const href = anchor?.getAttribute("href");
    if (!href || !/^[/#](?!api\/)/.test(href)) return;
    event.preventDefault();
    router.history.push(href.startsWith("#") ? `${router.state.location.pathname}${href}` : href);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is clicked, and take keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link that is entered by key clicks
    <div
      ref={root}
      className={classes.prose}
      // The documentation is in English, whatever the page's language.
      lang="en"
      onClick={openInnerLink}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, compiled at build from Markdown without HTML
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
});
