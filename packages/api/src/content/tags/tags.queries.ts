import type { listTagsInput, Tag } from "@bbux/contract";
import { toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../platform/errors/errors.ts";

/** Returns tags, most used first. */
export async function listTags(db: Kysely<DB>, input: z.infer<typeof listTagsInput>): Promise<Tag[]> {
  let query = db
    .selectFrom("tags")
    .select(["id", "name", "description", "color", "post_count as postCount"])
    .orderBy("post_count", "desc")
    .orderBy("name")
    .limit(input.limit);
  if (input.search) query = query.where(sql<boolean>`strpos(lower(name), ${input.search.toLowerCase()}) > 0`);
  return query.execute();
}

/** Returns the tags that a member follows, by name. */
export async function followedTags(db: Kysely<DB>, memberId: string): Promise<Tag[]> {
  return db
    .selectFrom("followed_tags as f")
    .innerJoin("tags as t", "t.id", "f.tag_id")
    .where("f.user_id", "=", memberId)
    .select(["t.id", "t.name", "t.description", "t.color", "t.post_count as postCount"])
    .orderBy("t.name")
    .execute();
}

/**
 * Resolves tags given by id or name to ids, in the given order, each once.
 * @param refs with the field of the input that each came from, for the error
 * @throws AppError VALIDATION_ERROR that names the field of the first unknown tag
 */
export async function resolveTags(db: Kysely<DB>, refs: readonly { field: string; ref: string }[]): Promise<string[]> {
  if (refs.length === 0) return [];
  const ids = refs.map(({ ref }) => toDbId(ref)).filter((id) => id !== null);
  const names = refs.map(({ ref }) => ref.toLowerCase());
  const rows = await db
    .selectFrom("tags")
    .select(["id", sql<string>`lower(name)`.as("name")])
    .where(sql<boolean>`(lower(name) = any(${names}) or id = any(${ids}::bigint[]))`)
    .execute();
  const byName = new Map(rows.map((row) => [row.name, row.id]));
  const known = new Set(rows.map((row) => row.id));
  const resolved = refs.map(({ field, ref }) => {
    const id = known.has(ref) ? ref : byName.get(ref.toLowerCase());
    if (id === undefined) {
      const message = `Unknown tag: ${ref.slice(0, 40)}`;
      throw new AppError("VALIDATION_ERROR", { message, details: [{ field, message }] });
    }
    return id;
  });
  return [...new Set(resolved)];
}

/**
 * Locks tags in ascending order of their ids, so two posts can't deadlock. Must precede writing rows that refer to
 * them, because such a row takes a weaker lock, and upgrading it later could deadlock, too.
 */
export async function lockTags(trx: Kysely<DB>, tagIds: readonly string[]): Promise<void> {
  if (tagIds.length === 0) return;
  await sql`select from tags where id = any(${tagIds}::bigint[]) order by id for no key update`.execute(trx);
}

/** Adds `by` to the use of each tag, all locked with {@link lockTags}. */
export async function countTagUse(trx: Kysely<DB>, tagIds: readonly string[], by: 1 | -1): Promise<void> {
  if (tagIds.length === 0) return;
  await sql`update tags set post_count = post_count + ${by} where id = any(${tagIds}::bigint[])`.execute(trx);
}
