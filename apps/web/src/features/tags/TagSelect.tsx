import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { trpc } from "../../trpc.ts";
import classes from "./TagSelect.module.css";

/** Tags offered at once; typing finds the others. */
const OFFERED = 50;

interface TagSelectProps {
  readonly label: string;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  /** Names of tags. */
  readonly value: string[];
  readonly onChange: (names: string[]) => void;
  /** Off inside a popover, which would take a click in a portal for one outside. */
  readonly withinPortal?: boolean;
  readonly required?: boolean;
  readonly size?: "xs" | "sm";
}

/** Chooses among the tags that exist, the most used first; it makes none. */
export function TagSelect({ value, onChange, withinPortal = true, ...field }: TagSelectProps) {
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim().slice(0, 64), 200);
  const tags = trpc.tags.list.useQuery(
    { limit: OFFERED, ...(search && { search }) },
    { placeholderData: keepPreviousData, staleTime: 60_000 },
  );
  const found = tags.data?.data.map(({ name }) => name) ?? [];
  return (
    <MultiSelect
      {...field}
      classNames={{ inputField: classes.input ?? "" }}
      data={[...new Set([...found, ...value])]}
      value={value}
      onChange={(names) => {
        onChange(names);
        setTyped("");
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already; only what was chosen before must not crowd in.
      filter={({ options }) => options.filter((option) => "value" in option && found.includes(option.value))}
      hidePickedOptions
      nothingFoundMessage={nothingFound(tags.isError, tags.isFetching, typed)}
      placeholder={value.length === 0 ? "Find a tag" : undefined}
      maxDropdownHeight={260}
      comboboxProps={{ withinPortal }}
      clearButtonProps={{ "aria-label": "Remove all tags" }}
    />
  );
}

function nothingFound(failed: boolean, searching: boolean, typed: string): string {
  if (failed) return "Tags could not be loaded. Please try again.";
  if (searching) return "Searching…";
  return typed.trim() === "" ? "No more tags" : `No tag matches “${typed.trim()}”`;
}
