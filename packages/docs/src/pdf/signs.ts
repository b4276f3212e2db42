/** Signs that the fonts of PDFs do not have, in signs that they have. */
const INSTEAD: Readonly<Record<string, string>> = {
  "→": "->",
  "←": "<-",
  "↔": "<->",
  "⇒": "=>",
  "≥": ">=",
  "≤": "<=",
  "≠": "!=",
  "≈": "~",
  "✓": "yes",
  "✔": "yes",
  "✗": "no",
  "⌘": "Cmd ",
  "⏎": "Enter",
  "│": "|",
  "├": "|",
  "└": "`",
  "┌": ",",
  "┐": ".",
  "┘": "'",
  "┤": "|",
  "┬": "-",
  "┴": "-",
  "┼": "+",
  "─": "-",
  "▶": ">",
  "▼": "v",
  "\u202f": "\u00a0",
};
/** Beyond Latin-1, of the Latin subset of Inter and JetBrains Mono. */
const HAS = /[ıŒœʻʼˆ˚˜\u2000-\u200b\u2010-\u2027\u2030-\u205e€™↑↓−∕]/;
const isBeyond = (sign: string) => (sign.codePointAt(0) ?? 0) > 0xff;

export function printable(text: string): string {
  return [...text].map((sign) => (isBeyond(sign) ? (INSTEAD[sign] ?? sign) : sign)).join("");
}

/** Signs of the text that a PDF could not show. */
export function unprintable(text: string): string[] {
  return [...new Set(text)].filter((sign) => isBeyond(sign) && !HAS.test(sign) && INSTEAD[sign] === undefined);
}
