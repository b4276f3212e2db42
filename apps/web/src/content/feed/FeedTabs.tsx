import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useFades } from "../../components/useFades.ts";
import classes from "./FeedTabs.module.css";
import { type FeedSearch, TAB_LABELS, tabOf, tabSearch, tabsOf } from "./feed.search.ts";

/** Links to the feed's tabs, with the same filters. On a phone they scroll, and the current one is in sight. */
export function FeedTabs({ search }: { search: FeedSearch }) {
  const current = tabOf(search);
  const row = useRef<HTMLElement>(null);
  useFades(row, tabsOf(search).length);
  useEffect(() => {
    const tab = current && row.current?.querySelector<HTMLElement>(`[data-tab="${current}"]`);
    if (!tab || !row.current) return;
    row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return (
    <nav className={classes.tabs} aria-label="Questions to show" ref={row}>
      {tabsOf(search).map((tab) => (
        <Link
          key={tab}
          className={classes.tab}
          to="/community"
          search={tabSearch(search, tab)}
          // Matches exactly, because the first tab's URL would otherwise be active on every other.
          activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          resetScroll={false}
          data-tab={tab}
          aria-current={tab === current ? "page" : undefined}
        >
          {TAB_LABELS[tab]}
        </Link>
      ))}
    </nav>
  );
}
