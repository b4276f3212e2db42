import { useDebouncedValue } from "@mantine/hooks";
import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { trpc } from "../../lib/trpc.ts";
import { mentionAt, namesFor } from "./mention.ts";

/** How long typing pauses before members are looked up. */
const PAUSE_MS = 150;

interface Names {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  /** Those that are suggested first. */
  readonly names: readonly string[];
  /** Also suggests any member whose name begins so. */
  readonly everyone?: boolean;
  /** Replaces a part of the text, and puts the caret behind the new one. */
  readonly replace: (change: { readonly from: number; readonly to: number; readonly insert: string }) => void;
}

/** Completes a mention from the given names, and from all members' if wanted. */
export function useMention({ field, text, names, everyone = false, replace }: Names) {
  const id = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const [refused, setRefused] = useState<number | null>(null);
  const begun = caret === null ? null : mentionAt(text, caret);
  const [part] = useDebouncedValue(begun?.part ?? "", PAUSE_MS);
  const members = trpc.users.search.useQuery(
    { name: part, limit: 5 },
    { enabled: everyone && part !== "", staleTime: 60_000 },
  );
  const known = [...new Set([...names, ...(members.data?.users ?? []).map(({ username }) => username)])];
  const found = begun && begun.start !== refused ? namesFor(begun.part, known) : [];
  const current = Math.min(active, found.length - 1);

  function take(name: string) {
    if (!begun || caret === null) return;
    const rest = text.slice(caret);
    setRefused(begun.start);
    replace({ from: begun.start, to: text.length - rest.trimStart().length, insert: `@${name} ` });
  }
  return {
    id,
    field,
    found,
    current,
    take,
    /** Whether the list handled the key. */
    onKeyDown(event: KeyboardEvent): boolean {
      // Shift+Enter, Ctrl+Enter and the like have meanings of their own.
      if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
      if (found.length === 0) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const name = found[current];
      if (step !== undefined) setActive((current + step + found.length) % found.length);
      else if (event.key === "Escape") setRefused(begun?.start ?? null);
      else if ((event.key === "Enter" || event.key === "Tab") && name !== undefined) take(name);
      else return false;
      event.preventDefault();
      return true;
    },
    onSelect() {
      const place = field.current?.selectionEnd ?? null;
      if (place !== caret) setActive(0);
      // Another mention may begin at the same position.
      if (place !== null && refused !== null && place <= refused) setRefused(null);
      setCaret(place);
    },
    onBlur: () => setCaret(null),
    aria: {
      "aria-autocomplete": "list",
      ...(found.length > 0 && { "aria-controls": id, "aria-activedescendant": `${id}-${current}` }),
    } as const,
  };
}

export type Mentioning = ReturnType<typeof useMention>;
