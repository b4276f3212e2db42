import { NativeSelect, Switch } from "@mantine/core";
import { SearchField } from "../../components/SearchField.tsx";
import { oneOf } from "../../lib/searchParams.ts";
import classes from "./Admin.module.css";
import type { AdminTabProps } from "./admin.search.ts";
import { ROLES } from "./admin.search.ts";
import { ROLE_LABELS } from "./roleLabels.ts";

const SORTS = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "username", label: "By name" },
  { value: "reputation", label: "By reputation" },
  { value: "integrity", label: "By integrity" },
] as const;
const SORT_VALUES = ["oldest", "username", "reputation", "integrity"] as const;

/** The members' filters and order. A choice takes effect immediately. */
export function MemberTools({ search, onSearch }: AdminTabProps) {
  return (
    <div className={classes.tools}>
      <div className={classes.find}>
        <SearchField
          label="Search members"
          placeholder="Username or email"
          max={200}
          value={search.search ?? ""}
          onChange={(text) => onSearch({ search: text || undefined }, { replace: true })}
        />
      </div>
      <NativeSelect
        aria-label="Role"
        data={[{ value: "", label: "Any role" }, ...ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))]}
        value={search.role ?? ""}
        onChange={(event) => onSearch({ role: oneOf(ROLES, event.currentTarget.value) })}
      />
      <NativeSelect
        aria-label="Order"
        data={[...SORTS]}
        value={search.sort ?? "newest"}
        onChange={(event) => onSearch({ sort: oneOf(SORT_VALUES, event.currentTarget.value) })}
      />
      <Switch
        label="Suspended only"
        checked={search.suspended ?? false}
        onChange={(event) => onSearch({ suspended: event.currentTarget.checked || undefined })}
      />
    </div>
  );
}
