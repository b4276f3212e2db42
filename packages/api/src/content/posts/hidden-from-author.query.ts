import type { FlagTarget } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Kysely } from "kysely";
import { AppError } from "../../platform/errors/errors.ts";

/**
 * Gives the author of hidden content the reason it was hidden; for others it doesn't exist.
 * @returns the refusal with the reason, otherwise null
 */
export async function hiddenFromAuthor(
  db: Kysely<DB>,
  kind: FlagTarget,
  id: string,
  viewerId: string,
): Promise<AppError | null> {
  const row = await db
    .selectFrom("hidden_content")
    .select(["reason", "hidden_at"])
    .where("target_kind", "=", kind)
    .where("target_id", "=", id)
    .where("author_id", "=", viewerId)
    .where("restored_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const details = { reason: row.reason, hiddenAt: row.hidden_at.toISOString() };
  return new AppError("CONTENT_HIDDEN", { details });
}
