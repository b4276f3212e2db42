import { LIMITS } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { add, Skip, type Stage } from "../context.ts";
import { lookUp, nextIds, remember } from "../import-map.ts";
import { findAuthors } from "../members.ts";
import { contentsOf, type ImportedText, textOf } from "../text.ts";
import { insertVoteBases } from "../vote-bases.ts";

interface Answer extends ImportedText {
  readonly parentId: string;
}

/** Posts.xml, second pass: answers, now that all questions exist, and the accept marks that wait for them. */
export const answersStage: Stage<Answer> = {
  name: "answers",
  label: "Answers",
  file: "Posts.xml",

  prepare(row, context) {
    if (row.PostTypeId !== "2") return null;
    const text = textOf(row, "a/", context);
    if (text instanceof Skip) return new Skip(`answers ${text.reason}`);
    return row.ParentId ? { ...text, parentId: row.ParentId } : new Skip("answers without a question");
  },

  async write(db, all, context, counts) {
    const { source } = context;
    const known = await lookUp(
      db,
      source,
      "answer",
      all.map(({ externalId }) => externalId),
    );
    const fresh = all.filter(({ externalId }) => !known.has(externalId));
    add(counts.present, "answers", all.length - fresh.length);
    const posts = await lookUp(
      db,
      source,
      "question",
      fresh.map(({ parentId }) => parentId),
    );
    const answers = fresh.filter(({ parentId }) => posts.has(parentId));
    add(counts.skipped, "answers whose question is not in the dump", fresh.length - answers.length);
    if (answers.length === 0) return;

    const authorOf = await findAuthors(db, context, answers, counts);
    const ids = await nextIds(db, answers.length);
    const contents = await contentsOf(db, answers, authorOf, context);
    const rows = answers.map((answer, i) => ({
      id: ids[i],
      post_id: posts.get(answer.parentId),
      author_id: authorOf(answer),
      content: contents[i],
      upvotes: answer.upvotes,
      downvotes: answer.downvotes,
      created_at: answer.createdAt,
      edited_at: answer.editedAt,
    }));
    await insertAnswers(db, rows);
    await insertVoteBases(
      db,
      "answer",
      answers.map(({ upvotes, downvotes }, i) => ({ id: ids[i], upvotes, downvotes })),
    );
    await remember(
      db,
      source,
      "answer",
      answers.map(({ externalId, licence }, i) => ({ externalId, id: ids[i] ?? "", licence })),
    );

    const waiting = await lookUp(
      db,
      source,
      "accepted-answer",
      answers.map(({ externalId }) => externalId),
    );
    const marks = answers.flatMap(({ externalId, parentId }, i) =>
      waiting.has(externalId) && waiting.get(externalId) === posts.get(parentId)
        ? [{ post_id: posts.get(parentId), answer_id: ids[i] }]
        : [],
    );
    await markAccepted(db, marks);
    add(counts.imported, "answers", answers.length);
    add(counts.imported, "accept marks", marks.length);
    add(
      counts.noted,
      "answers longer than our form allows, kept whole",
      answers.filter(({ body }) => body.length > LIMITS.answer).length,
    );
  },
};

async function insertAnswers(db: Database, rows: readonly object[]) {
  await sql`
    with added as (
      insert into answers (id, post_id, author_id, content, upvotes, downvotes, created_at, edited_at)
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (
        id bigint, post_id bigint, author_id bigint, content text,
        upvotes integer, downvotes integer, created_at timestamptz, edited_at timestamptz
      )
      returning post_id
    )
    update posts p set answer_count = p.answer_count + a.n
    from (select post_id, count(*)::int as n from added group by post_id) a where p.id = a.post_id`.execute(db);
}

/** An accept mark that the asker has moved since an earlier import stays. */
async function markAccepted(db: Database, marks: readonly object[]) {
  if (marks.length === 0) return;
  await sql`
    update posts p set accepted_answer_id = r.answer_id, status = 'COMPLETED'
    from json_to_recordset(${JSON.stringify(marks)}::json) as r (post_id bigint, answer_id bigint)
    where p.id = r.post_id and p.accepted_answer_id is null and p.bounty_status = 'NONE'`.execute(db);
}
