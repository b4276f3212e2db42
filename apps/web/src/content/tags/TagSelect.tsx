import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { trpc } from "../../lib/trpc.ts";
import classes from "./TagSelect.module.css";

/** Tags offered initially; typing finds the others. */
const OFFERED = 50;

interface TagSelectProps {
  readonly label: string;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  /** Tag names. */
  readonly value: string[];
  readonly onChange: (names: string[]) => void;
  /** Off inside a popover, which would treat a click in a portal as outside. */
  readonly withinPortal?: boolean;
  readonly required?: boolean;
  readonly size?: "xs" | "sm";
}

/** Selects among existing tags, the most used first; it can't create any. */
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
      // The server has filtered already; only selected tags are removed here.
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
