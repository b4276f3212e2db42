/** Characters of plain text that lists carry of a post. */
const EXCERPT = 300;

/**
 * The opening of a Markdown text as plain text for lists, at most 300 characters, cut between words where one ends near.
 * Marks are dropped, not parsed: a list is no place to be exact.
 */
export function excerptOf(markdown: string): string {
  const plain = opening(markdown, 8 * EXCERPT)
    .replace(/^(```|~~~)[^\n]*$/gm, "")
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/^\s{0,3}(#{1,6}|>|[-*+]|\d+\.)\s+/gm, "")
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

/** The first characters of a text, none of them cut in half. */
function opening(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}
