import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { add, type ImportContext, Skip, type Stage } from "../context.ts";
import { lookUp, nextIds, remember } from "../import-map.ts";
import { licenceOf } from "../licence.ts";
import { commentMarkdown } from "../markdown/source.ts";
import { type Authorship, findAuthors } from "../members.ts";
import { timeOf } from "../text.ts";
import { insertVoteBases } from "../vote-bases.ts";

interface Comment extends Authorship {
  readonly externalId: string;
  /** The question's or answer's id. */
  readonly parentId: string;
  /** Markdown. */
  readonly text: string;
  readonly upvotes: number;
  readonly licence: string;
}

/** Where a comment goes: its question's thread, and the answer it is about, if any. */
interface Place {
  readonly postId: string;
  readonly answer: { readonly id: string; readonly author: string } | null;
}

/**
 * Comments.xml. Those on an answer join its question's thread and begin with a line that names the answer and links to it.
 */
export const commentsStage: Stage<Comment> = {
  name: "comments",
  label: "Comments",
  file: "Comments.xml",
  missing: "there are no comments",

  prepare(row, { site }) {
    const createdAt = timeOf(row.CreationDate);
    if (!row.Id || !row.PostId || !createdAt) return new Skip("comments without an id, a post or a date");
    const text = commentMarkdown(row.Text ?? "", site).toWellFormed();
    if (text === "") return new Skip("empty comments");
    return {
      externalId: row.Id,
      parentId: row.PostId,
      text,
      userId: row.UserId || undefined,
      displayName: row.UserDisplayName || undefined,
      createdAt,
      upvotes: Math.max(0, Math.trunc(Number(row.Score ?? 0)) || 0),
      licence: licenceOf(row.ContentLicense, createdAt),
    };
  },

  async write(db, all, context, counts) {
    const { source } = context;
    const known = await lookUp(
      db,
      source,
      "comment",
      all.map(({ externalId }) => externalId),
    );
    const fresh = all.filter(({ externalId }) => !known.has(externalId));
    add(counts.present, "comments", all.length - fresh.length);
    const placeOf = await findPlaces(db, context, fresh);
    const comments = fresh.filter(({ parentId }) => placeOf.has(parentId));
    add(counts.skipped, "comments on what is not in the dump", fresh.length - comments.length);
    if (comments.length === 0) return;

    const authorOf = await findAuthors(db, context, comments, counts);
    const ids = await nextIds(db, comments.length);
    const rows = comments.map((comment, i) => {
      const place = placeOf.get(comment.parentId);
      return {
        id: ids[i],
        post_id: place?.postId,
        author_id: authorOf(comment),
        content: place ? withLead(place, comment.text) : comment.text,
        upvotes: comment.upvotes,
        created_at: comment.createdAt,
      };
    });
    await insertComments(db, rows);
    await insertVoteBases(
      db,
      "comment",
      comments.map(({ upvotes }, i) => ({ id: ids[i], upvotes, downvotes: 0 })),
    );
    await remember(
      db,
      source,
      "comment",
      comments.map(({ externalId, licence }, i) => ({ externalId, id: ids[i] ?? "", licence })),
    );
    add(counts.imported, "comments", comments.length);
    const onAnswers = comments.filter(({ parentId }) => placeOf.get(parentId)?.answer).length;
    add(counts.imported, "of them on answers, now in the thread of the question", onAnswers);
  },
};

function withLead({ postId, answer }: Place, text: string): string {
  if (!answer) return text;
  return `On [${answer.author.replace(/_/g, "\\_")}’s answer](/posts/${postId}#answer-${answer.id}):\n\n${text}`;
}

async function findPlaces(
  db: Database,
  { source }: ImportContext,
  comments: readonly Comment[],
): Promise<Map<string, Place>> {
  const parents = [...new Set(comments.map(({ parentId }) => parentId))];
  const { rows } = await sql<{ external_id: string; post: string; answer: string | null; author: string | null }>`
    select m.external_id, coalesce(a.post_id, m.id) as post, a.id as answer, u.username as author
    from import_map m
    left join answers a on m.kind = 'answer' and a.id = m.id
    left join users u on u.id = a.author_id
    where m.source = ${source} and m.kind in ('question', 'answer') and m.external_id = any(${parents}::text[])
  `.execute(db);
  return new Map(
    rows.map(({ external_id, post, answer, author }) => [
      external_id,
      { postId: post, answer: answer === null || author === null ? null : { id: answer, author } },
    ]),
  );
}

async function insertComments(db: Database, rows: readonly object[]): Promise<void> {
  await sql`
    with added as (
      insert into comments (id, post_id, author_id, content, upvotes, created_at)
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as r (id bigint, post_id bigint, author_id bigint, content text, upvotes integer, created_at timestamptz)
      returning post_id
    )
    update posts p set comment_count = p.comment_count + c.n
    from (select post_id, count(*)::int as n from added group by post_id) c where p.id = c.post_id`.execute(db);
}
