import { DAY_MS, HOUR_MS, UPLOADS } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { MediaStorage } from "../../platform/context/index.ts";
import { eraseTakenDown } from "./takedown.command.ts";

const BATCH = 100;

/**
 * Removes unused files: uploads that were unattached for a week, and profile pictures no longer in use; and those that
 * moderators removed while the storage was away, even if one kind fails. Several processes may run it at the same time.
 * @returns how many files were removed
 * @throws storage errors; files that remain are removed the next night
 */
export async function removeUnusedUploads(db: Database, media: MediaStorage, now: Date): Promise<number> {
  const [unused, takenDown] = await Promise.allSettled([removeUnused(db, media, now), eraseTakenDown(db, media, now)]);
  if (unused.status === "rejected") throw unused.reason;
  if (takenDown.status === "rejected") throw takenDown.reason;
  return unused.value + takenDown.value;
}

async function removeUnused(db: Database, media: MediaStorage, now: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const keys = await takeUnused(db, now);
    for (const [index, key] of keys.entries()) {
      try {
        await media.remove(key);
        removed++;
      } catch (error) {
        await db.updateTable("uploads").set({ removed_at: null }).where("key", "in", keys.slice(index)).execute();
        throw error;
      }
    }
    if (keys.length === 0) break;
  }
  await forgetRemoved(db, media, now);
  return removed;
}

/**
 * Removes files once more a day later, when they no longer count, in case the process ended between mark and removal.
 */
async function forgetRemoved(db: Database, media: MediaStorage, now: Date): Promise<void> {
  const rows = await db
    .selectFrom("uploads")
    .select("key")
    .where("removed_at", "<", new Date(now.getTime() - DAY_MS))
    .where("taken_down_at", "is", null)
    .execute();
  for (const { key } of rows) {
    await media.remove(key);
    await db.deleteFrom("uploads").where("key", "=", key).execute();
  }
}

/** Marks a batch as removed, so nothing can attach it anymore, and returns its keys. */
async function takeUnused(db: Database, now: Date): Promise<string[]> {
  const unusedSince = new Date(now.getTime() - UPLOADS.unusedDays * DAY_MS);
  // A picture is attached just before its owner's row refers to it.
  const settled = new Date(now.getTime() - HOUR_MS);
  const { rows } = await sql<{ key: string }>`
    with unused as (
      select key from uploads where attached_at is null and removed_at is null and created_at < ${unusedSince}
      limit ${BATCH} for update skip locked
    ), nobodys as (
      select key from uploads u where kind = 'AVATAR' and removed_at is null and attached_at < ${settled}
        and not exists (select from users where id = u.owner_id and profile_picture = u.url)
      limit ${BATCH} for update skip locked
    )
    update uploads set removed_at = ${now} where key in (select key from unused union select key from nobodys)
    returning key`.execute(db);
  return rows.map(({ key }) => key);
}
