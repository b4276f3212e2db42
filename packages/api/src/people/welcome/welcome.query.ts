import type { welcomeOutput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { memberLinesSql } from "@bbux/ledger";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";

/** Returns a member's first steps. A step is done when the facts say so, however that came about. */
export async function getWelcome(db: Kysely<DB>, userId: string): Promise<z.infer<typeof welcomeOutput>> {
  const welcome = await db
    .selectFrom("welcomes as w")
    .where("w.user_id", "=", userId)
    .select([
      sql<boolean>`exists (select from followed_tags f where f.user_id = w.user_id)`.as("followedTags"),
      sql<boolean>`w.read_at is not null
        or exists (select from answers a where a.author_id = w.user_id and a.deleted_at is null)`.as("readQuestion"),
      sql<boolean>`exists (select from ${memberLinesSql(userId)} as line where line.amount > 0)`.as("receivedBbux"),
      sql<boolean>`w.dismissed_at is not null`.as("dismissed"),
    ])
    .executeTakeFirst();
  return { welcome: welcome ?? null };
}
