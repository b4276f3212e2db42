import { type historyOutput, type Revision, toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../platform/errors/errors.ts";
import { isoTime, pagination } from "../../platform/queries/index.ts";
import { AUTHOR_JSON, TAG_NAMES } from "../parts/index.ts";

type History = z.infer<typeof historyOutput>;
interface Window {
  readonly page: number;
  readonly limit: number;
}

const revisionFields = sql.raw(`
  'number', r.number, 'title', r.title, 'content', r.content, 'tags', to_json(r.tags), 'codeBlocks', r.code_blocks,
  'media', r.media, 'author', case when u.id is null then null else ${AUTHOR_JSON} end, 'comment', r.comment,
  'createdAt', ${isoTime("r.created_at")}`);

/** The only version of something that was never edited. */
const standing = {
  post: sql.raw(`
    select 1 as number, p.title, p.content, p.code_blocks, p.media, p.author_id, null::text as comment, p.created_at,
      ${TAG_NAMES} as tags
    from posts p where p.id = target.id`),
  answer: sql.raw(`
    select 1 as number, null::text as title, a.content, a.code_blocks, '[]'::jsonb as media, a.author_id,
      null::text as comment, a.created_at, '{}'::text[] as tags
    from answers a where a.id = target.id`),
};

/** Returns the versions of a post, latest first. @throws AppError NOT_FOUND */
export async function postHistory(db: Kysely<DB>, postId: string, window: Window): Promise<History> {
  const id = toDbId(postId);
  const target = sql`select id from posts where id = ${id} and deleted_at is null`;
  return historyOf(db, "post", target, window, "Post not found");
}

/** Returns the versions of an answer, latest first. @throws AppError NOT_FOUND, also for an answer to another post */
export async function answerHistory(
  db: Kysely<DB>,
  path: { readonly postId: string; readonly answerId: string },
  window: Window,
): Promise<History> {
  const target = sql`
    select a.id from answers a join posts p on p.id = a.post_id and p.deleted_at is null
    where a.id = ${toDbId(path.answerId)} and a.post_id = ${toDbId(path.postId)} and a.deleted_at is null`;
  return historyOf(db, "answer", target, window, "Answer not found");
}

async function historyOf(
  db: Kysely<DB>,
  kind: keyof typeof standing,
  target: ReturnType<typeof sql>,
  { page, limit }: Window,
  message: string,
): Promise<History> {
  const { rows } = await sql<{ id: string; revisions: Revision[]; total: number }>`
    with target as (${target}), versions as (
      select number, title, content, code_blocks, media, author_id, comment, created_at, tags
      from revisions where target_id = (select id from target)
    ), shown as (
      select * from versions
      union all
      select number, title, content, code_blocks, media, author_id, comment, created_at, tags
      from target, lateral (${standing[kind]}) as only_one where not exists (select from versions)
    )
    select target.id::text as id, (select count(*) from shown)::int as total, (
      select coalesce(json_agg(json_build_object(${revisionFields}) order by r.number desc), '[]')
      from (select * from shown order by number desc limit ${limit} offset ${(page - 1) * limit}) as r
      left join users u on u.id = r.author_id
    ) as revisions from target`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError("NOT_FOUND", { message });
  const { id, revisions, total } = row;
  return { id, revisions, pagination: pagination({ page, limit }, total) };
}
