import { LIMITS } from "@bbux/contract";
import { IconSearch } from "@tabler/icons-react";
import { lazy, type ReactNode, useEffect, useState } from "react";
import { FilterMenu } from "../../components/FilterMenu.tsx";
import { PageTitle } from "../../components/Page.tsx";
import { PageSearch } from "../../components/PageSearch.tsx";
import { useIsPhone } from "../../components/useIsPhone.ts";
import classes from "./FeedHead.module.css";
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

interface Props {
  readonly search: FeedSearch;
  readonly onSearch: OnSearch;
}

/** The feed's heading with its search and filters; its order is a tab, or one of the filters. */
export function FeedHead({ search, onSearch, actions }: Props & { actions: ReactNode }) {
  const isPhone = useIsPhone();
  const tools = <FeedTools search={search} onSearch={onSearch} />;
  return (
    <>
      <PageTitle
        actions={
          <div className={classes.actions}>
            {actions}
            {!isPhone && tools}
          </div>
        }
      >
        Community
      </PageTitle>
      <PageSearch>
        <search className={classes.bar} data-feed-search>
          <SearchBox value={search.search ?? ""} onSearch={onSearch} />
          {isPhone && tools}
        </search>
      </PageSearch>
    </>
  );
}

function FeedTools({ search, onSearch }: Props) {
  const narrowing = activeFilters(search).filter(({ key }) => key !== "search").length;
  return (
    <>
      <FilterMenu narrowing={narrowing} width={360} onReset={() => onSearch(RESET)}>
        <FeedFilters search={search} onSearch={onSearch} />
      </FilterMenu>
      <MoreMenu search={search} />
    </>
  );
}

/** The search box: typing updates the URL after a pause; a change of the URL (back button, a chip) updates the box. */
function SearchBox({ value, onSearch }: { value: string; onSearch: OnSearch }) {
  const isPhone = useIsPhone();
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
        aria-label="Search questions"
        placeholder={isPhone ? "Search" : "Search questions"}
        maxLength={LIMITS.search}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </label>
  );
}
