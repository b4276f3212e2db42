import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { trpc } from "../../lib/trpc.ts";
import { ProposalHost } from "./ProposeTag.tsx";
import classes from "./TagSelect.module.css";

/** Tags offered initially; typing finds the others. */
const OFFERED = 50;
const STALE_MS = 60_000;

const searchOf = (typed: string) => typed.trim().slice(0, 64);
const listInput = (search: string) => ({ limit: OFFERED, ...(search && { search }) });

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
  /** Offers to propose a tag when nothing matches. */
  readonly offersProposal?: boolean;
}

/** Selects among existing tags, the most used first; it can't create any, only propose one. Enter picks the first match. */
export function TagSelect({ value, onChange, withinPortal = true, offersProposal = false, ...field }: TagSelectProps) {
  const [typed, setTyped] = useState("");
  const latest = useRef({ typed: "", picks: 0, value });
  latest.current.value = value;
  const [search] = useDebouncedValue(searchOf(typed), 200);
  const tags = trpc.tags.list.useQuery(listInput(search), { placeholderData: keepPreviousData, staleTime: STALE_MS });
  const utils = trpc.useUtils();
  const found = tags.data?.data.map(({ name }) => name) ?? [];

  // What matched nothing is offered until something else is found, because leaving the field empties it.
  const [missing, setMissing] = useState<string | null>(null);
  const [proposing, setProposing] = useState<{ readonly name: string; readonly opened: boolean } | null>(null);
  const isSettled = tags.isSuccess && !tags.isPlaceholderData;
  const isMissing = found.length === 0;
  useEffect(() => {
    if (search !== "" && isSettled) setMissing(isMissing ? search : null);
  }, [search, isSettled, isMissing]);

  function type(text: string) {
    latest.current.typed = text;
    setTyped(text);
  }

  function choose(names: string[]) {
    latest.current.picks++;
    setMissing(null);
    onChange(names);
    type("");
  }

  /** Asks for the matches of what is typed now, because those on the screen may be older. */
  async function pickFirst() {
    const { typed: text, picks } = latest.current;
    if (searchOf(text) === "") return;
    const input = listInput(searchOf(text));
    const { data } = await utils.tags.list.fetch(input, { staleTime: STALE_MS });
    const names = data.map(({ name }) => name);
    const exact = names.find((name) => name.toLowerCase() === searchOf(text).toLowerCase());
    // Meanwhile an option may have been picked, or more typed; leaving the field only empties it.
    const { value: chosen, ...now } = latest.current;
    if (now.picks !== picks || ![text, ""].includes(now.typed)) return;
    if (exact !== undefined && chosen.includes(exact)) return type("");
    const first = exact ?? names.find((name) => !chosen.includes(name));
    if (first !== undefined) choose([...chosen, first]);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    // It would submit the form that the field is in.
    event.preventDefault();
    // The list says so if the tags can't be loaded.
    pickFirst().catch(() => undefined);
  }

  const offered = offersProposal ? missing : null;
  return (
    <>
      <MultiSelect
        {...field}
        classNames={{ inputField: classes.input ?? "" }}
        data={[...new Set([...found, ...value])]}
        value={value}
        onChange={choose}
        onKeyDown={onKeyDown}
        searchable
        searchValue={typed}
        onSearchChange={type}
        // The server has filtered already; only selected tags are removed here.
        filter={({ options }) => options.filter((option) => "value" in option && found.includes(option.value))}
        hidePickedOptions
        // Instead of the list, which would cover what is offered below.
        nothingFoundMessage={
          offered === null ? nothingFound(tags.isError, tags.isFetching, typed, value.length === 0) : undefined
        }
        placeholder={value.length === 0 ? "Find a tag" : undefined}
        maxDropdownHeight={260}
        comboboxProps={{ withinPortal }}
        clearButtonProps={{ "aria-label": "Remove all tags" }}
      />
      {offered !== null && (
        <p className={classes.offer} role="status">
          No tag matches “{offered}”.{" "}
          <button
            type="button"
            className={classes.propose}
            onClick={() => setProposing({ name: offered, opened: true })}
          >
            Propose this tag
          </button>
        </p>
      )}
      {proposing && (
        <ProposalHost
          {...proposing}
          onClose={() => setProposing({ ...proposing, opened: false })}
          onProposed={() => setMissing(null)}
        />
      )}
    </>
  );
}

function nothingFound(failed: boolean, searching: boolean, typed: string, isFirst: boolean): string {
  if (failed) return "We couldn't load the tags. Please try again.";
  if (searching) return "Searching…";
  if (typed.trim() === "") return isFirst ? "There are no tags yet" : "No more tags";
  return `No tag matches “${typed.trim()}”`;
}
