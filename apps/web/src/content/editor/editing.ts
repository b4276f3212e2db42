import { continueCode, isInCode } from "./editing.code.ts";
import type { Replacement, Selected } from "./editing.selection.ts";

export type Mark = "heading" | "bold" | "italic" | "code" | "fence" | "link" | "list" | "numbers" | "quote" | "math";

const AROUND: Partial<Record<Mark, { sign: string; sample: string }>> = {
  bold: { sign: "**", sample: "bold text" },
  italic: { sign: "_", sample: "emphasis" },
  code: { sign: "`", sample: "code" },
  math: { sign: "$", sample: "e^{i\\pi} = -1" },
};
/** The prefix of each line, and how to detect it. */
const PREFIX: Partial<Record<Mark, { sign: (line: number) => string; present: RegExp }>> = {
  heading: { sign: () => "## ", present: /^#{1,6} / },
  list: { sign: () => "- ", present: /^[-*+] / },
  numbers: { sign: (line) => `${line + 1}. `, present: /^\d+[.)] / },
  quote: { sign: () => "> ", present: /^> ?/ },
};

/** Returns the change that a toolbar button makes: marks the selection, or removes the same mark. */
export function applyMark(mark: Mark, selected: Selected): Replacement {
  const around = AROUND[mark];
  if (around) return wrap(selected, around.sign, around.sample);
  const prefix = PREFIX[mark];
  if (prefix) return prefixLines(selected, prefix);
  return mark === "fence" ? fence(selected) : link(selected);
}

function wrap({ text, start, end }: Selected, sign: string, sample: string): Replacement {
  const inner = text.slice(start, end);
  const isMarked = text.slice(start - sign.length, start) === sign && text.slice(end, end + sign.length) === sign;
  if (isMarked && inner !== "") {
    const from = start - sign.length;
    return { from, to: end + sign.length, insert: inner, start: from, end: from + inner.length };
  }
  const shown = inner || sample;
  const from = start + sign.length;
  return { from: start, to: end, insert: sign + shown + sign, start: from, end: from + shown.length };
}

const ADDRESS = /^https?:\/\/\S+$/;

function link({ text, start, end }: Selected): Replacement {
  const inner = text.slice(start, end);
  const isAddress = ADDRESS.test(inner);
  const label = isAddress ? "" : inner || "link text";
  const address = isAddress ? inner : "https://";
  const insert = `[${label}](${address})`;
  // Selects what is still missing: the text for an address, or the address for a text.
  const from = isAddress ? start + 1 : start + label.length + 3;
  return { from: start, to: end, insert, start: from, end: isAddress ? from : from + address.length };
}

function prefixLines({ text, start, end }: Selected, prefix: NonNullable<(typeof PREFIX)[Mark]>): Replacement {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const stop = text.indexOf("\n", end);
  const to = stop === -1 ? text.length : stop;
  const lines = text.slice(from, to).split("\n");
  const isMarked = lines.every((line) => prefix.present.test(line));
  const changed = lines.map((line, index) => (isMarked ? line.replace(prefix.present, "") : prefix.sign(index) + line));
  const insert = changed.join("\n");
  return { from, to, insert, start: lines.length === 1 ? from + insert.length : from, end: from + insert.length };
}

/** Makes a code block on its own lines; its fence is longer than any inside it. */
function fence({ text, start, end }: Selected): Replacement {
  const inner = text.slice(start, end) || "code";
  const longest = Math.max(2, ...Array.from(inner.matchAll(/^`{3,}/gm), ([ticks]) => ticks.length));
  const sign = "`".repeat(longest + 1);
  const before = start > 0 && text[start - 1] !== "\n" ? "\n" : "";
  const after = end < text.length && text[end] !== "\n" ? "\n" : "";
  const from = start + before.length + sign.length + 1;
  const insert = `${before}${sign}\n${inner}\n${sign}${after}`;
  return { from: start, to: end, insert, start: from, end: from + inner.length };
}

const ITEM = /^(\s*)(?:([-*+])|(\d{1,9})([.)])|(>))( +\[[ xX]\])?( +|$)/;

/**
 * Returns what Enter does inside a list or quote: it continues on the next line, and an empty item ends the list. In
 * code it keeps the indentation. `null` where Enter does nothing special.
 */
export function continueLine({ text, start, end }: Selected): Replacement | null {
  if (start !== end) return null;
  if (isInCode({ text, start, end })) return continueCode({ text, start, end });
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const line = text.slice(from, start);
  const item = ITEM.exec(line);
  if (!item) return null;
  const [all, indent = "", bullet, number, dot = ".", quote, task] = item;
  const stop = text.indexOf("\n", start);
  const isEmpty = line.length === all.length && text.slice(start, stop === -1 ? text.length : stop).trim() === "";
  if (isEmpty) return { from, to: start, insert: "", start: from, end: from };
  const sign = bullet ?? quote ?? `${Number(number) + 1}${dot}`;
  const insert = `\n${indent}${sign}${task ? " [ ]" : ""} `;
  return { from: start, to: start, insert, start: start + insert.length, end: start + insert.length };
}

/** Returns what pasting an address over text does: the text becomes a link. `null` where it is simply pasted. */
export function pasteLink({ text, start, end }: Selected, pasted: string): Replacement | null {
  const words = text.slice(start, end);
  const address = pasted.trim();
  if (!ADDRESS.test(address) || words.trim() === "" || /[\n[\]]/.test(words) || ADDRESS.test(words)) return null;
  const insert = `[${words}](${address})`;
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length };
}
