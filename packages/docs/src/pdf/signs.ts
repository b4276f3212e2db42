/** Replacements for characters that the PDF fonts lack. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
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
/** Characters beyond Latin-1 in the Latin subset of Inter and JetBrains Mono. */
const SUPPORTED = /[ıŒœʻʼˆ˚˜\u2000-\u200b\u2010-\u2027\u2030-\u205e€™↑↓−∕]/;
const isBeyond = (character: string) => (character.codePointAt(0) ?? 0) > 0xff;

export function printable(text: string): string {
  return [...text]
    .map((character) => (isBeyond(character) ? (REPLACEMENTS[character] ?? character) : character))
    .join("");
}

/** Characters of the text that a PDF couldn't show. */
export function unprintable(text: string): string[] {
  return [...new Set(text)].filter(
    (character) => isBeyond(character) && !SUPPORTED.test(character) && REPLACEMENTS[character] === undefined,
  );
}
