import { DAY_MS } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Kysely } from "kysely";

const KEPT_DAYS = 90;

/** Removes notifications that were read more than 90 days ago. @returns how many */
export async function removeOldNotifications(db: Kysely<DB>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("notifications")
    .where("read_at", "<", new Date(now.getTime() - KEPT_DAYS * DAY_MS))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
