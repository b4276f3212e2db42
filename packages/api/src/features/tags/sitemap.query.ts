import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";

/** A tag as it is written, by its name in whatever case; null for none. */
export async function findTag(db: Kysely<DB>, name: string): Promise<string | null> {
  const row = await db
    .selectFrom("tags")
    .select("name")
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** The names of tags that some post has, the most used first. */
export async function usedTags(db: Kysely<DB>, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("tags")
    .select("name")
    .where("post_count", ">", 0)
    .orderBy("post_count", "desc")
    .orderBy("name")
    .limit(limit)
    .execute();
  return rows.map(({ name }) => name);
}
