import type { DB } from "@bbux/db";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { questionsOfInterest } from "./interest.query.ts";
import { writtenBy } from "./written-by.sql.ts";

/** An upload, by the names that texts may call it. */
export interface NamedFile {
  readonly key: string;
  readonly url: string;
}

/** Where a file is shown. */
export interface FilePlace {
  readonly kind: "post" | "answer" | "comment";
  readonly id: string;
  readonly postId: string;
  /** Of a comment on an answer. */
  readonly answerId: string | null;
}

const shows = (text: RawBuilder<unknown>, { key, url }: NamedFile) =>
  sql<boolean>`(strpos(${text}, ${key}) > 0 or strpos(${text}, ${url}) > 0)`;

/** Returns the latest post, answer or comment by a member that shows a file, hidden ones included. */
export async function placeOfFile(db: Kysely<DB>, file: NamedFile, authorId: string): Promise<FilePlace | null> {
  const { rows } = await sql<FilePlace>`
    select kind, id::text, post_id::text as "postId", answer_id::text as "answerId" from (
      select 'post' as kind, id, id as post_id, null::bigint as answer_id, created_at from ${writtenBy("posts", authorId)} p
       where ${shows(sql`content`, file)} or ${shows(sql`media::text`, file)}
      union all
      select 'answer', id, post_id, null, created_at from ${writtenBy("answers", authorId)} a where ${shows(sql`content`, file)}
      union all
      select 'comment', id, post_id, answer_id, created_at from ${writtenBy("comments", authorId)} c
       where ${shows(sql`content`, file)}
    ) places order by created_at desc, id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/**
 * Whether a question in which one of a person's accounts has an interest shows a file, in the question or in anything below it. Reads only those
 * questions.
 */
export async function hasInterestInFile(
  db: Kysely<DB>,
  file: NamedFile,
  accounts: readonly string[],
): Promise<boolean> {
  const questions = sql.join(
    accounts.map((id) => questionsOfInterest(id)),
    sql` union all `,
  );
  const inComments = (state: RawBuilder<unknown>) => sql<boolean>`
    exists (select from comments c where c.post_id = p.id and c.deleted_at ${state} and ${shows(sql`c.content`, file)})`;
  const { rows } = await sql<{ interested: boolean }>`
    select exists (
      select from posts p where p.id in (select post_id from (${questions}) as mine)
        and (${shows(sql`p.content`, file)} or ${shows(sql`p.media::text`, file)}
        or exists (select from answers a where a.post_id = p.id and ${shows(sql`a.content`, file)})
        or ${inComments(sql`is null`)} or ${inComments(sql`is not null`)})
    ) as interested`.execute(db);
  return rows[0]?.interested ?? false;
}

/** Returns the addresses that a member's posts, earlier versions included, show as one with a file: a video and its thumbnail. */
export async function shownWith(db: Kysely<DB>, { url }: NamedFile, authorId: string): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select distinct name as url from (
      select p.media from ${writtenBy("posts", authorId)} p
      union all
      select r.media from revisions r join ${writtenBy("posts", authorId)} p on p.id = r.target_id where r.target_kind = 'post'
    ) written, jsonb_array_elements(written.media) item, unnest(array[item ->> 'url', item ->> 'thumbnailUrl']) name
     where ${url} in (item ->> 'url', item ->> 'thumbnailUrl') and name is not null`.execute(db);
  return rows.map((row) => row.url);
}
