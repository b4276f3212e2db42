/** Characters of plain text that lists show of a post. */
const EXCERPT = 300;

/**
 * Returns the opening of a Markdown text as plain text for lists, at most 300 characters, cut between words where
 * possible. Marks are dropped, not parsed, because lists don't need to be exact; code is kept as it is.
 */
export function excerptOf(markdown: string): string {
  const held = holdCode(opening(markdown, 8 * EXCERPT), { toEnd: true });
  const plain = held
    .restore(
      withoutLineMarks(held.text)
        .replace(/!\[([^\]]*)\]\([^)]*\)/g, "$1")
        .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
        .replace(/(\*\*|__|~~|`)/g, "")
        .replace(/(?<=^|[\s("'])[*_](?=\S)|(?<=\S)[*_](?=$|[\s.,;:!?)"'])/gm, "")
        .replace(/<\/?[a-z][^>\uE009]*>/gi, ""),
    )
    .replace(/\s+/g, " ")
    .trim();
  if (plain.length <= EXCERPT) return plain;
  const cut = opening(plain, EXCERPT);
  const space = cut.lastIndexOf(" ");
  return `${space > EXCERPT - 40 ? cut.slice(0, space) : cut}…`;
}

/**
 * Returns a passage with its matches marked, as plain text on one line. Drops less than an excerpt does, because a
 * match may be an identifier and the marks must stay in pairs. All lengths have a limit, because a passage may be long.
 */
export function plainPassage(passage: string): string {
  const held = holdCode(passage, { toEnd: false });
  const plain = withoutLineMarks(held.text)
    .replace(/!?\[([^[\]\n]{1,200})\]\([^()\s]{0,500}\)/g, "$1")
    .replace(/\*\*|~~|`/g, "")
    .replace(/(?<![\w*])\*(?=[^\s*])([^*\n]{1,200})(?<!\s)\*(?![\w*])/g, "$1")
    .replace(/(?<!\w)_(?=[^\s_])([^_\n]{1,200})(?<!\s)_(?!\w)/g, "$1");
  return held.restore(plain).replace(/\s+/g, " ").trim();
}

/** The lines of a block of code without the marks of the quote that it stands in. */
function unquoted(code: string, marks: string): string {
  return marks.includes(">") ? code.replace(/^[ \t]{0,3}> ?/gm, "") : code;
}

// A private character without a meaning in our texts, on both sides of a number.
const HOLD = "\uE009";

/**
 * Puts numbers in place of code and escaped characters, where marks are text.
 * @param toEnd whether a fence that isn't closed encloses the rest; in a passage it may be the end of one
 */
function holdCode(markdown: string, { toEnd }: { toEnd: boolean }) {
  const kept: string[] = [];
  const hold = (code: string) => `${HOLD}${kept.push(code) - 1}${HOLD}`;
  const text = markdown
    .replaceAll(HOLD, "")
    .replace(toEnd ? FENCED_TO_END : FENCED, (_, marks: string, __, code: string) => `${hold(unquoted(code, marks))}\n`)
    .replace(ESCAPED_OR_CODE, (_, escaped: string | undefined, __, code: string) => hold(escaped ?? code));
  return { text, restore: (plain: string) => plain.replace(/\uE009(\d+)\uE009/g, (_, at) => kept[Number(at)] ?? "") };
}

/** After the marks of a quote or a list, too. */
const FENCED = /^([ \t>*+\d.-]{0,12})(`{3,}|~{3,}(?!~))[^`\n]*\n([\s\S]{0,2000}?)^[ \t>]{0,12}\2[`~]*[ \t]*$/gm;
const FENCED_TO_END =
  /^([ \t>*+\d.-]{0,12})(`{3,}|~{3,}(?!~))[^`\n]*\n([\s\S]*?)(?:^[ \t>]{0,12}\2[`~]*[ \t]*$|(?![\s\S]))/gm;
/** An escaped character, or code between runs of equally many backticks in a paragraph. */
const ESCAPED_OR_CODE = /\\([!-/:-@[-`{-~])|(?<!`)(`+)(?!`)((?:(?!\n[ \t]*\n)[\s\S]){0,2000}?[^`])\2(?!`)/g;

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
