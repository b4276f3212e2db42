import { IconX } from "@tabler/icons-react";
import classes from "./FeedToolbar.module.css";
import { activeFilters, type FeedSearch, type OnSearch } from "./feed.search.ts";

/** What the feed is narrowed by; a click on a chip takes it off. */
export function FeedChips({ search, onSearch }: { search: FeedSearch; onSearch: OnSearch }) {
  const filters = activeFilters(search);
  if (filters.length === 0) return null;
  return (
    <div className={classes.chips}>
      {filters.map(({ key, label, clear }) => (
        <button
          key={key}
          type="button"
          className={classes.chip}
          aria-label={`Clear ${label}`}
          onClick={() => onSearch(clear)}
        >
          <span>{label}</span>
          <IconX size={14} aria-hidden />
        </button>
      ))}
    </div>
  );
}
