import { SegmentedControl, type SegmentedControlItem } from "@mantine/core";
import { useId } from "react";
import { TagSelect } from "../tags/index.ts";
import classes from "./FeedHead.module.css";
import {
  chooseOrder,
  type FeedSearch,
  type OnSearch,
  orderOf,
  readFeedSearch,
  STATUS_LABELS,
  tagsOf,
} from "./feed.search.ts";

const STATUS = [
  { value: "", label: "Any" },
  ...Object.entries(STATUS_LABELS).map(([value, label]) => ({ value, label })),
];
const RANGE = [
  { value: "", label: "Any time" },
  { value: "week", label: "7 days" },
  { value: "month", label: "30 days" },
  { value: "year", label: "365 days" },
];
const BOUNTY = [
  { value: "", label: "Any" },
  { value: "true", label: "With" },
  { value: "false", label: "Without" },
];
const SORT = [
  { value: "newest", label: "Newest" },
  { value: "oldest", label: "Oldest" },
  { value: "mostVoted", label: "Most voted" },
];

interface FeedFiltersProps {
  readonly search: FeedSearch;
  readonly onSearch: OnSearch;
}

/** All filters of the feed. A choice takes effect immediately. */
export default function FeedFilters({ search, onSearch }: FeedFiltersProps) {
  // A control's value is parsed like the URL, so an unknown value counts as none.
  const choose = (key: "filter" | "dateRange") => (value: string) =>
    onSearch({ [key]: readFeedSearch({ [key]: value })[key] });

  return (
    <>
      <Choice label="Status" data={STATUS} value={search.filter ?? ""} onChange={choose("filter")} />
      <Choice label="Posted in the past" data={RANGE} value={search.dateRange ?? ""} onChange={choose("dateRange")} />
      <Choice
        label="Bounty"
        data={BOUNTY}
        value={search.hasBounty === undefined ? "" : String(search.hasBounty)}
        onChange={(value) => onSearch({ hasBounty: value === "" ? undefined : value === "true" })}
      />
      <TagSelect
        label="Any of these tags"
        value={tagsOf(search)}
        onChange={(tags) => onSearch({ tags: tags.join(",") || undefined })}
        size="xs"
        withinPortal={false}
      />
      <Choice
        label="Sort by"
        data={search.search ? [{ value: "best", label: "Best" }, ...SORT] : SORT}
        value={orderOf(search)}
        onChange={(chosen) => onSearch(chooseOrder(search, chosen))}
      />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly data: SegmentedControlItem[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Choice({ label, ...control }: ChoiceProps) {
  const id = useId();
  return (
    <div>
      <p className={classes.label} id={id}>
        {label}
      </p>
      <SegmentedControl {...control} aria-labelledby={id} size="xs" fullWidth />
    </div>
  );
}
