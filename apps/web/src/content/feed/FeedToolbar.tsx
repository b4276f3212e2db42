import { LIMITS } from "@bbux/contract";
import { NativeSelect, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { lazy, useEffect, useState } from "react";
import { FilterMenu } from "../../components/FilterMenu.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { FeedLink } from "./FeedLink.tsx";
import classes from "./FeedToolbar.module.css";
import { activeFilters, chooseOrder, type FeedSearch, type OnSearch, orderOf, SORT_LABELS } from "./feed.search.ts";

/** Loaded lazily, because it is behind a button and needs the whole tag field. */
const FeedFilters = lazy(() => import("./FeedFilters.tsx"));

/** How long typing must pause before the search (ms). */
const PAUSE = 300;
const SORTS = Object.entries(SORT_LABELS).map(([value, label]) => ({ value, label }));

/** Reset shows the best posts instead of the latest. */
const RESET = {
  filter: undefined,
  dateRange: undefined,
  hasBounty: undefined,
  tags: undefined,
  search: undefined,
  sort: "mostVoted",
} as const;

/** Search, filters and order of the feed. */
export function FeedToolbar({ search, onSearch }: { search: FeedSearch; onSearch: OnSearch }) {
  const narrowing = activeFilters(search).filter(({ key }) => key !== "search").length;
  return (
    <search className={classes.bar} data-feed-search>
      <SearchBox value={search.search ?? ""} onSearch={onSearch} />
      <FilterMenu narrowing={narrowing} width={360} onReset={() => onSearch(RESET)}>
        <FeedFilters search={search} onSearch={onSearch} />
      </FilterMenu>
      <NativeSelect
        className={classes.sort}
        aria-label="Sort by"
        data={search.search ? SORTS : SORTS.filter(({ value }) => value !== "best")}
        value={orderOf(search)}
        onChange={(event) => onSearch(chooseOrder(search, event.currentTarget.value))}
      />
      <ExportMenu search={search} />
      <FeedLink tags={search.tags} />
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
    <TextInput
      className={classes.search}
      type="search"
      aria-label="Search posts"
      placeholder="Search posts"
      maxLength={LIMITS.search}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
