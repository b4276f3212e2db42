import { excerptOf } from "@bbux/api/operator";
import { LIMITS } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { add, type Counts, type ImportContext, Skip, type Stage } from "../context.ts";
import { lookUp, nextIds, remember } from "../import-map.ts";
import { decode } from "../markdown/math.ts";
import { findAuthors } from "../members.ts";
import { parseTags, tagIds } from "../tags.ts";
import { contentsOf, type ImportedText, textOf } from "../text.ts";
import { insertVoteBases } from "../vote-bases.ts";

interface Question extends ImportedText {
  readonly kind: "question";
  readonly title: string;
  readonly closed: boolean;
  readonly tags: readonly string[];
  readonly acceptedId: string | undefined;
}
interface Excerpt {
  readonly kind: "excerpt";
  readonly externalId: string;
  readonly text: string;
}

/** Other entries of Posts.xml, by PostTypeId. */
const LEFT_OUT: Record<string, string> = {
  "3": "orphaned tag wikis",
  "5": "tag wikis (only their excerpts are used)",
  "6": "moderator nominations",
  "7": "wiki placeholders",
  "8": "privilege wikis",
};

/** Posts.xml, first pass: questions, and the excerpts that describe tags. The second pass handles answers. */
export const questionsStage: Stage<Question | Excerpt> = {
  name: "questions",
  label: "Questions",
  file: "Posts.xml",

  prepare(row, context) {
    const type = row.PostTypeId ?? "";
    if (type === "2") return null;
    if (type === "4") {
      const text = plainText(row.Body ?? "");
      return row.Id && text !== "" ? { kind: "excerpt", externalId: row.Id, text } : new Skip("empty tag excerpts");
    }
    if (type !== "1") return new Skip(LEFT_OUT[type] ?? `posts of the unknown type ${type || "(none)"}`);
    const title = (row.Title ?? "").trim();
    if (title === "") return new Skip("questions without a title");
    const text = textOf(row, "questions/", context);
    if (text instanceof Skip) return new Skip(`questions ${text.reason}`);
    return {
      ...text,
      kind: "question",
      title,
      closed: Boolean(row.ClosedDate),
      tags: parseTags(row.Tags),
      acceptedId: row.AcceptedAnswerId || undefined,
    };
  },

  async write(db, items, context, counts) {
    await writeQuestions(
      db,
      items.filter((item) => item.kind === "question"),
      context,
      counts,
    );
    await describeTags(
      db,
      items.filter((item) => item.kind === "excerpt"),
      context,
      counts,
    );
  },
};

/** Excerpts are shown as plain text, not Markdown. */
function plainText(html: string): string {
  const text = decode(html.replace(/<[^>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim();
  return text
    .replace(/ (?=[.,;:!?)])/g, "")
    .slice(0, 1_000)
    .toWellFormed();
}

async function writeQuestions(db: Database, all: readonly Question[], context: ImportContext, counts: Counts) {
  const { source } = context;
  const known = await lookUp(
    db,
    source,
    "question",
    all.map(({ externalId }) => externalId),
  );
  const questions = all.filter(({ externalId }) => !known.has(externalId));
  add(counts.present, "questions", all.length - questions.length);
  if (questions.length === 0) return;

  const authorOf = await findAuthors(db, context, questions, counts);
  const tags = await tagIds(
    db,
    questions.flatMap((question) => question.tags),
    counts,
  );
  const ids = await nextIds(db, questions.length);
  const contents = await contentsOf(db, questions, authorOf, context);
  const rows = questions.map((question, i) => ({
    id: ids[i],
    author_id: authorOf(question),
    title: question.title,
    // The database would otherwise set them itself, with a second write of the row.
    tag_names: question.tags.join(" "),
    content: contents[i],
    excerpt: excerptOf(question.body),
    // Becomes COMPLETED when the accepted answer arrives.
    status: question.closed ? "CLOSED" : "OPEN",
    upvotes: question.upvotes,
    downvotes: question.downvotes,
    created_at: question.createdAt,
    edited_at: question.editedAt,
  }));
  await sql`
    insert into posts (id, author_id, title, tag_names, content, excerpt, status, upvotes, downvotes, created_at, edited_at)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (
      id bigint, author_id bigint, title text, tag_names text, content text, excerpt text, status text,
      upvotes integer, downvotes integer, created_at timestamptz, edited_at timestamptz
    )`.execute(db);
  await insertVoteBases(
    db,
    "post",
    questions.map(({ upvotes, downvotes }, i) => ({ id: ids[i], upvotes, downvotes })),
  );
  await writeTags(
    db,
    questions.flatMap((question, i) =>
      question.tags.map((name, position) => ({
        post_id: ids[i],
        tag_id: tags.get(name.toLowerCase()),
        position,
        post_created_at: question.createdAt,
      })),
    ),
  );
  await remember(
    db,
    source,
    "question",
    questions.map(({ externalId, licence }, i) => ({ externalId, id: ids[i] ?? "", licence })),
  );
  await remember(
    db,
    source,
    "accepted-answer",
    questions.flatMap(({ acceptedId }, i) => (acceptedId ? [{ externalId: acceptedId, id: ids[i] ?? "" }] : [])),
  );
  add(counts.imported, "questions", questions.length);
  add(counts.imported, "of them closed", questions.filter(({ closed }) => closed).length);
  add(counts.noted, "questions without tags", questions.filter((question) => question.tags.length === 0).length);
  add(
    counts.noted,
    "titles longer than our form allows, kept whole",
    questions.filter(({ title }) => title.length > LIMITS.title).length,
  );
  add(
    counts.noted,
    "questions longer than our form allows, kept whole",
    questions.filter(({ body }) => body.length > LIMITS.content).length,
  );
}

/** Locks the tags' rows in the same order as posting does. */
async function writeTags(db: Database, rows: readonly object[]) {
  await sql`
    with used as (
      insert into post_tags (post_id, tag_id, position, post_created_at)
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as r (post_id bigint, tag_id bigint, position smallint, post_created_at timestamptz)
      returning tag_id
    ), uses as (
      select tag_id, count(*)::int as n from used group by tag_id
    ), locked as (
      select id from tags where id in (select tag_id from uses) order by id for update
    )
    update tags t set post_count = t.post_count + uses.n from locked, uses
    where t.id = locked.id and uses.tag_id = locked.id`.execute(db);
}

/** An existing description is kept. */
async function describeTags(db: Database, excerpts: readonly Excerpt[], { source }: ImportContext, counts: Counts) {
  const tags = await lookUp(
    db,
    source,
    "tag-excerpt",
    excerpts.map(({ externalId }) => externalId),
  );
  const rows = excerpts.flatMap(({ externalId, text }) => {
    const id = tags.get(externalId);
    return id === undefined ? [] : [{ id, text }];
  });
  add(counts.skipped, "tag excerpts whose tag is gone", excerpts.length - rows.length);
  if (rows.length === 0) return;
  const { numAffectedRows } = await sql`
    update tags t set description = r.text
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id bigint, text text)
    where t.id = r.id and t.description is null`.execute(db);
  const described = Number(numAffectedRows ?? 0);
  add(counts.imported, "tag descriptions", described);
  add(counts.present, "tag descriptions", rows.length - described);
}
