import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { trpc } from "../../lib/trpc.ts";
import { suggestedFrom, type TagDraft } from "./suggestedFrom.ts";
import classes from "./TagSuggestions.module.css";

/** How long typing must pause before tags are looked up (ms). */
const PAUSE = 500;

interface TagSuggestionsProps {
  readonly draft: TagDraft;
  /** The tags that are chosen already. */
  readonly chosen: readonly string[];
  readonly onAdd: (tag: string) => void;
}

/** Tags that fit what has been written. It keeps its line while it is empty, so that nothing below it moves. */
export function TagSuggestions({ draft, chosen, onAdd }: TagSuggestionsProps) {
  const [settled] = useDebouncedValue(draft, PAUSE);
  const input = useMemo(() => suggestedFrom(settled), [settled]);
  const enabled = input.title !== "" || input.text !== "";
  const found = trpc.tags.suggest.useQuery(input, {
    enabled,
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const row = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLParagraphElement>(null);
  const tags = (enabled ? (found.data?.data ?? []) : []).filter(({ name }) => !chosen.includes(name));

  function add(tag: string, index: number) {
    onAdd(tag);
    // Its button is gone, so the focus moves to the one that takes its place, or to the line that does after the last.
    requestAnimationFrame(() => {
      const buttons = [...(row.current?.querySelectorAll("button") ?? [])];
      (buttons[Math.min(index, buttons.length - 1)] ?? line.current)?.focus();
    });
  }

  if (tags.length === 0) {
    return (
      <p className={classes.none} ref={line} tabIndex={-1}>
        {noneText(enabled && found.isSuccess, (found.data?.data.length ?? 0) > 0)}
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a row that scrolls.
    <div className={classes.row} role="group" aria-label="Suggested tags" ref={row}>
      <span className={classes.label}>Suggested</span>
      {tags.map(({ name }, index) => (
        <button
          key={name}
          type="button"
          className={classes.tag}
          aria-label={`Add ${name}`}
          onClick={() => add(name, index)}
        >
          <IconPlus size={14} stroke={2} aria-hidden />
          <bdi>{name}</bdi>
        </button>
      ))}
    </div>
  );
}

function noneText(isFound: boolean, areAllAdded: boolean): string {
  if (!isFound) return "Tags that fit will be suggested here as you write.";
  return areAllAdded ? "You've added all suggested tags." : "";
}
