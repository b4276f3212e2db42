import { HOUR_MS } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type RawBuilder, sql, type Transaction } from "kysely";
import { TAG_NAMES } from "../parts/index.ts";

type Kind = "post" | "answer";

/** Edits by one author within this time are one version. */
const SAME_EDIT_MS = HOUR_MS / 12;

const present: Record<Kind, (id: string) => RawBuilder<unknown>> = {
  post: (id) => sql`
    select p.id as target_id, p.author_id, p.title, p.content, p.code_blocks, p.media, p.created_at, p.edited_at,
      ${sql.raw(TAG_NAMES)} as tags
    from posts p where p.id = ${id}`,
  answer: (id) => sql`
    select a.id as target_id, a.author_id, null::text as title, a.content, a.code_blocks, '[]'::jsonb as media,
      a.created_at, a.edited_at, '{}'::text[] as tags
    from answers a where a.id = ${id}`,
};

/** Keeps the original as version 1 before the first edit. The target is locked. */
export async function keepFirst(trx: Transaction<DB>, kind: Kind, id: string): Promise<void> {
  await sql`
    insert into revisions (target_id, target_kind, number, author_id, title, content, tags, code_blocks, media, created_at)
    select target_id, ${kind}::text, 1, author_id, title, content, tags, code_blocks, media, coalesce(edited_at, created_at)
    from (${present[kind](id)}) as standing
    where not exists (select from revisions where target_id = ${id})`.execute(trx);
}

/** Keeps the state after an edit as the next version, or replaces the same author's version from just before. */
export async function keepVersion(
  trx: Transaction<DB>,
  kind: Kind,
  id: string,
  editorId: string,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - SAME_EDIT_MS);
  await sql`
    with latest as (
      select number, author_id, created_at from revisions where target_id = ${id} order by number desc limit 1
    ), next as (
      select case when number > 1 and author_id = ${editorId} and created_at > ${since} then number else number + 1 end
        as number from latest
    )
    insert into revisions (target_id, target_kind, number, author_id, title, content, tags, code_blocks, media, created_at)
    select target_id, ${kind}::text, next.number, ${editorId}, title, content, tags, code_blocks, media, ${now}::timestamptz
    from (${present[kind](id)}) as standing, next
    on conflict (target_id, number) do update set
      title = excluded.title, content = excluded.content, tags = excluded.tags, code_blocks = excluded.code_blocks,
      media = excluded.media, created_at = excluded.created_at`.execute(trx);
}
