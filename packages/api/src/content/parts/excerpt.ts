/** Characters of plain text that lists show of a post. */
const EXCERPT = 300;

/**
 * Returns the opening of a Markdown text as plain text for lists, at most 300 characters, cut between words where
 * possible. Marks are dropped, not parsed, because lists don't need to be exact.
 */
export function excerptOf(markdown: string): string {
  const plain = withoutLineMarks(opening(markdown, 8 * EXCERPT))
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/(\*\*|__|~~|`)/g, "")
    .replace(/(?<=^|[\s("'])[*_](?=\S)|(?<=[^\s\\])[*_](?=$|[\s.,;:!?)"'])/gm, "")
    .replace(/(?<!\\)<\/?[a-z][^>]*>/gi, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
  if (plain.length <= EXCERPT) return plain;
  const cut = opening(plain, EXCERPT);
  const space = cut.lastIndexOf(" ");
  return `${space > EXCERPT - 40 ? cut.slice(0, space) : cut}…`;
}

/**
 * Returns a passage with its matches marked, as plain text on one line. Drops less than an excerpt does, because a
 * match may be an identifier and the marks must stay in pairs.
 */
export function plainPassage(passage: string): string {
  return withoutLineMarks(passage)
    .replace(/\*\*|`/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Removes what marks whole lines of Markdown: fences, headings, lists, quotes, rules, and the bars of tables. */
function withoutLineMarks(markdown: string): string {
  return markdown
    .replace(/^(```|~~~)[^\n]*$/gm, "")
    .replace(/^[ \t]*[|:-][ \t|:-]*$/gm, "")
    .replace(/^[ \t]*\|.*$/gm, (row) => row.replaceAll("|", " "))
    .replace(/^\s{0,3}(#{1,6}|>|[-*+]|\d+\.)\s+/gm, "");
}

/** Returns the first characters of a text without splitting one. */
function opening(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}
