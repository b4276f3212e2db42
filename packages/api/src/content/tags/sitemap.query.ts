import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";

/** Returns a tag as it is written, by its name in any case; null if there is none. */
export async function findTag(db: Kysely<DB>, name: string): Promise<string | null> {
  const row = await db
    .selectFrom("tags")
    .select("name")
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Returns the names of tags in use, most used first. */
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
