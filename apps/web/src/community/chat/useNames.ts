import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { mentionAt, namesFor } from "./draft.ts";

interface Names {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly names: readonly string[];
  readonly choose: (text: string, caret: number) => void;
}

/** Completes a mention from the given names. */
export function useNames({ field, text, names, choose }: Names) {
  const id = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const [refused, setRefused] = useState<number | null>(null);
  const begun = caret === null ? null : mentionAt(text, caret);
  const found = begun && begun.start !== refused ? namesFor(begun.part, names) : [];
  const current = Math.min(active, found.length - 1);

  function take(name: string) {
    if (!begun || caret === null) return;
    const before = `${text.slice(0, begun.start)}@${name} `;
    setRefused(begun.start);
    choose(before + text.slice(caret).trimStart(), before.length);
  }
  return {
    id,
    found,
    current,
    take,
    /** Whether the list handled the key. */
    onKeyDown(event: KeyboardEvent): boolean {
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

export type Mentioning = ReturnType<typeof useNames>;
