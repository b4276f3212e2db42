import { FilterChips } from "../../components/FilterChips.tsx";
import { activeFilters, type FeedSearch, type OnSearch } from "./feed.search.ts";

/** The feed's active filters. */
export default function FeedChips({ search, onSearch }: { search: FeedSearch; onSearch: OnSearch }) {
  return <FilterChips chips={activeFilters(search)} onClear={onSearch} />;
}
