import { type myRatingOutput, toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Kysely } from "kysely";
import type { z } from "zod";

/** Returns how one member rated another, if at all. */
export async function myRating(
  db: Kysely<DB>,
  raterId: string,
  userId: string,
): Promise<z.infer<typeof myRatingOutput>> {
  const rated = toDbId(userId);
  if (rated === null) return { rating: null };
  const rating = await db
    .selectFrom("integrity_ratings")
    .select(["rating", "reason", "context"])
    .where("rated_id", "=", rated)
    .where("rater_id", "=", raterId)
    .executeTakeFirst();
  return { rating: rating ?? null };
}
