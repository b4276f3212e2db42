import type { DocsBody } from "virtual:docs";
import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, useEffect, useMemo, useRef } from "react";
import classes from "./DocsPage.module.css";
import { useActiveHeading } from "./useActiveHeading.ts";

interface DocsTocProps {
  readonly toc: DocsBody["toc"];
  /** The current heading is marked beside the text only. */
  readonly follow?: boolean;
}

/** The headings of a page. */
export function DocsToc({ toc, follow = false }: DocsTocProps) {
  const router = useRouter();
  function goTo(event: MouseEvent, id: string) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.push(`${router.state.location.pathname}#${id}`);
  }
  const ids = useMemo(() => (follow ? toc.map(({ id }) => id) : []), [toc, follow]);
  const active = useActiveHeading(ids);
  const list = useRef<HTMLUListElement>(null);
  // Keeps the current heading visible in a long table of contents, without scrolling the page.
  useEffect(() => {
    const scroller = list.current?.closest<HTMLElement>("[data-scrolls]");
    const current = active ? list.current?.querySelector<HTMLElement>("[aria-current]") : null;
    if (!scroller || !current) return;
    const { top, bottom } = current.getBoundingClientRect();
    const box = scroller.getBoundingClientRect();
    if (top < box.top + 40 || bottom > box.bottom - 40) scroller.scrollTop += top - box.top - box.height / 2;
  }, [active]);
  return (
    <ul ref={list} className={classes.toc}>
      {toc.map(({ id, title, depth }) => (
        <li key={id} data-depth={depth}>
          <a
            href={`#${id}`}
            aria-current={follow && id === active ? "location" : undefined}
            onClick={(event) => goTo(event, id)}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
