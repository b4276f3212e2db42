import { type Kysely, sql } from "kysely";

/** Posts read at a time. */
const BATCH = 500;

/**
 * Excerpts keep code as it is: "`<div>`" was taken for a tag and dropped. Computes those again whose opening has code or an
 * escaped character, which are the only ones that differ.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let last = "0"; ; ) {
    const { rows } = await sql<{ id: string; content: string; excerpt: string }>`
      select id::text, left(content, 2400) as content, excerpt from posts
       where id > ${last}::bigint and left(content, 2400) ~ '[\`~\\\\]' order by posts.id limit ${BATCH}`.execute(db);
    const changed = rows
      .map(({ id, content, excerpt }) => ({ id, excerpt: excerptOf(content), before: excerpt }))
      .filter(({ excerpt, before }) => excerpt !== before);
    await sql`
      update posts set excerpt = changed.excerpt
        from unnest(${changed.map(({ id }) => id)}::bigint[], ${changed.map(({ excerpt }) => excerpt)}::text[],
                    ${changed.map(({ before }) => before)}::text[]) changed (id, excerpt, before)
       where posts.id = changed.id and posts.excerpt = changed.before`.execute(db);
    const end = rows.at(-1);
    if (!end || rows.length < BATCH) return;
    last = end.id;
  }
}

// What the API does with a new post, as of this migration, which later changes to it must not change.

function excerptOf(markdown: string): string {
  const held = holdCode(opening(markdown, 2_400));
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
  if (plain.length <= 300) return plain;
  const cut = opening(plain, 300);
  const space = cut.lastIndexOf(" ");
  return `${space > 260 ? cut.slice(0, space) : cut}…`;
}

const FENCED = /^([ \t>*+\d.-]{0,12})(`{3,}|~{3,}(?!~))[^`\n]*\n([\s\S]*?)(?:^[ \t>]{0,12}\2[`~]*[ \t]*$|(?![\s\S]))/gm;
const ESCAPED_OR_CODE = /\\([!-/:-@[-`{-~])|(?<!`)(`+)(?!`)((?:(?!\n[ \t]*\n)[\s\S]){0,2000}?[^`])\2(?!`)/g;

/** Puts numbers in place of code and escaped characters, where marks are text. */
function holdCode(markdown: string) {
  const kept: string[] = [];
  const hold = (code: string) => `\uE009${kept.push(code) - 1}\uE009`;
  const text = markdown
    .replaceAll("\uE009", "")
    .replace(FENCED, (_, marks: string, __, code: string) => {
      return `${hold(marks.includes(">") ? code.replace(/^[ \t]{0,3}> ?/gm, "") : code)}\n`;
    })
    .replace(ESCAPED_OR_CODE, (_, escaped: string | undefined, __, code: string) => hold(escaped ?? code));
  return { text, restore: (plain: string) => plain.replace(/\uE009(\d+)\uE009/g, (_, at) => kept[Number(at)] ?? "") };
}

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
