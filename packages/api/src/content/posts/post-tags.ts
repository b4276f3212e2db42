import type { DB } from "@bbux/db";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { countTagUse, lockTags } from "../tags/index.ts";

/** Adds a new post's tags, in the chosen order, and counts their use. Locks tags, after the ledger's locks. */
export async function addTags(trx: Kysely<DB>, postId: string, tagIds: readonly string[]): Promise<void> {
  if (tagIds.length === 0) return;
  await lockTags(trx, tagIds);
  await sql`
    insert into post_tags (post_id, tag_id, position, post_created_at)
    select p.id, tag.id, tag.position, p.created_at
    from posts p, unnest(${tagIds}::bigint[]) with ordinality as tag (id, position)
    where p.id = ${postId}`.execute(trx);
  await countTagUse(trx, tagIds, 1);
}

/** Returns the future posts.tag_names. Setting it with the post saves the trigger a second write. */
export function tagNamesOf(tagIds: readonly string[]): RawBuilder<string> {
  return sql<string>`(
    select coalesce(string_agg(t.name, ' ' order by tag.position), '')
    from unnest(${tagIds}::bigint[]) with ordinality as tag (id, position) join tags t on t.id = tag.id)`;
}

/** Replaces all tags of a locked post. */
export async function replaceTags(trx: Kysely<DB>, postId: string, tagIds: readonly string[]): Promise<void> {
  const before = await tagsOf(trx, postId);
  await lockTags(trx, [...before, ...tagIds]);
  await trx.deleteFrom("post_tags").where("post_id", "=", postId).execute();
  await countTagUse(trx, before, -1);
  await addTags(trx, postId, tagIds);
}

/** Stops counting a locked post as a use of its tags. */
export function leaveTags(trx: Kysely<DB>, postId: string): Promise<void> {
  return count(trx, postId, -1);
}

/** Counts a locked post as a use of its tags again. */
export function rejoinTags(trx: Kysely<DB>, postId: string): Promise<void> {
  return count(trx, postId, 1);
}

async function count(trx: Kysely<DB>, postId: string, by: 1 | -1): Promise<void> {
  const tagIds = await tagsOf(trx, postId);
  await lockTags(trx, tagIds);
  await countTagUse(trx, tagIds, by);
}

async function tagsOf(trx: Kysely<DB>, postId: string): Promise<string[]> {
  const rows = await trx.selectFrom("post_tags").select("tag_id").where("post_id", "=", postId).execute();
  return rows.map((row) => row.tag_id);
}
