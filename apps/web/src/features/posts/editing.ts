/** A text with its selection, as a text field has it. */
export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export type Mark = "bold" | "italic" | "code" | "link" | "list" | "quote" | "math";

/** What to put in place of `from`–`to`, and what is selected afterwards (offsets in the new text). */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

const AROUND: Partial<Record<Mark, { sign: string; sample: string }>> = {
  bold: { sign: "**", sample: "bold text" },
  italic: { sign: "_", sample: "emphasis" },
  code: { sign: "`", sample: "code" },
  math: { sign: "$", sample: "e^{i\\pi} = -1" },
};
const PREFIX: Partial<Record<Mark, string>> = { list: "- ", quote: "> " };

/** The change that a button of the toolbar makes: marks the selection, or takes the same mark off again. */
export function applyMark(mark: Mark, selected: Selected): Replacement {
  const around = AROUND[mark];
  if (around) return wrap(selected, around.sign, around.sample);
  const prefix = PREFIX[mark];
  return prefix ? prefixLines(selected, prefix) : link(selected);
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

function link({ text, start, end }: Selected): Replacement {
  const inner = text.slice(start, end);
  const isAddress = /^https?:\/\/\S+$/.test(inner);
  const label = isAddress ? "" : inner || "link text";
  const address = isAddress ? inner : "https://";
  const insert = `[${label}](${address})`;
  // What is still missing is selected: the words for an address, the address for words.
  const from = isAddress ? start + 1 : start + label.length + 3;
  return { from: start, to: end, insert, start: from, end: isAddress ? from : from + address.length };
}

function prefixLines({ text, start, end }: Selected, prefix: string): Replacement {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const stop = text.indexOf("\n", end);
  const to = stop === -1 ? text.length : stop;
  const lines = text.slice(from, to).split("\n");
  const isMarked = lines.every((line) => line.startsWith(prefix));
  const insert = lines.map((line) => (isMarked ? line.slice(prefix.length) : prefix + line)).join("\n");
  return { from, to, insert, start: lines.length === 1 ? from + insert.length : from, end: from + insert.length };
}
