import { LIMITS } from "@bbux/contract";
import { IconSearch } from "@tabler/icons-react";
import { lazy, useEffect, useState } from "react";
import { FilterMenu } from "../../components/FilterMenu.tsx";
import classes from "./FeedToolbar.module.css";
import { activeFilters, type FeedSearch, type OnSearch } from "./feed.search.ts";
import { MoreMenu } from "./MoreMenu.tsx";

/** Loaded lazily, because it is behind a button and needs the whole tag field. */
const FeedFilters = lazy(() => import("./FeedFilters.tsx"));

/** How long typing must pause before the search (ms). */
const PAUSE = 300;

/** Reset shows the best posts instead of the latest. */
const RESET = {
  tab: undefined,
  filter: undefined,
  dateRange: undefined,
  hasBounty: undefined,
  tags: undefined,
  search: undefined,
  sort: "mostVoted",
} as const;

/** Search and filters of the feed; its order is a tab, or one of the filters. */
export function FeedToolbar({ search, onSearch }: { search: FeedSearch; onSearch: OnSearch }) {
  const narrowing = activeFilters(search).filter(({ key }) => key !== "search").length;
  return (
    <search className={classes.bar} data-feed-search>
      <SearchBox value={search.search ?? ""} onSearch={onSearch} />
      <FilterMenu narrowing={narrowing} width={360} onReset={() => onSearch(RESET)}>
        <FeedFilters search={search} onSearch={onSearch} />
      </FilterMenu>
      <MoreMenu search={search} />
    </search>
  );
}

/** The search box: typing updates the URL after a pause; a change of the URL (back button, a chip) updates the box. */
function SearchBox({ value, onSearch }: { value: string; onSearch: OnSearch }) {
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== sent) {
    setSent(value);
    setTyped(value);
  }

  useEffect(() => {
    const words = typed.trim();
    if (words === sent) return;
    const timer = setTimeout(() => {
      setSent(words);
      // The first word adds a history entry; further letters replace it.
      onSearch({ search: words || undefined }, { replace: sent !== "" });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [typed, sent, onSearch]);

  return (
    // A plain field: the library's would be most of what this page loads of it.
    <label className={classes.search}>
      <IconSearch size={18} aria-hidden />
      <input
        type="search"
        aria-label="Search posts"
        placeholder="Search posts"
        maxLength={LIMITS.search}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </label>
  );
}
