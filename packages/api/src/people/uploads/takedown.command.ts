import { UPLOAD_KEY } from "@bbux/contract";
import type { Database, DB } from "@bbux/db";
import { type Kysely, sql, type Transaction } from "kysely";
import type { MediaStorage } from "../../platform/context/index.ts";
import type { UploadKind } from "./uploads.commands.ts";

/** A stored file. */
export interface StoredFile {
  readonly key: string;
  readonly url: string;
  readonly kind: UploadKind;
  /** Null if their account no longer exists. */
  readonly ownerId: string | null;
  readonly isTakenDown: boolean;
}

const keyIn = (address: string): string => UPLOAD_KEY.exec(address)?.[0] ?? "";

/** Finds an upload by its key or address. A file that nobody shows anymore is found only if a moderator removed it. */
export function findFile(db: Kysely<DB>, address: string): Promise<StoredFile | null> {
  return readFile(db, address, false);
}

/** {@link findFile}, which keeps it as it is until the transaction ends: its owner first, as a new profile picture does. */
export async function lockFile(trx: Transaction<DB>, address: string): Promise<StoredFile | null> {
  const file = await readFile(trx, address, false);
  if (!file) return null;
  await sql`select from users where id = ${file.ownerId}::bigint for no key update`.execute(trx);
  return readFile(trx, address, true);
}

async function readFile(db: Kysely<DB>, address: string, lock: boolean): Promise<StoredFile | null> {
  const row = await db
    .selectFrom("uploads")
    .select(["key", "url", "kind", "owner_id", "taken_down_at"])
    .where((eb) => eb.or([eb("key", "=", keyIn(address)), eb("url", "=", address)]))
    .where("url", "is not", null)
    .where((eb) => eb.or([eb("removed_at", "is", null), eb("taken_down_at", "is not", null)]))
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (!row || row.url === null) return null;
  const kind = row.kind as UploadKind;
  return { key: row.key, url: row.url, kind, ownerId: row.owner_id, isTakenDown: row.taken_down_at !== null };
}

/** Whether a moderator removed the file with this key. One index lookup. */
export async function isTakenDown(db: Kysely<DB>, key: string): Promise<boolean> {
  const { rows } = await sql`select from uploads where key = ${key} and taken_down_at is not null`.execute(db);
  return rows.length > 0;
}

/**
 * Marks files of one member as removed by a moderator: they are no longer served, and a profile picture is no longer theirs.
 * The storage deletes them with {@link erase}.
 * @param urls other addresses are left alone
 * @returns their keys
 */
export async function takeDown(
  trx: Transaction<DB>,
  { ownerId, urls, by, at }: { ownerId: string | null; urls: readonly string[]; by: string; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    update uploads set taken_down_at = ${at}, taken_down_by = ${by}, removed_at = coalesce(removed_at, ${at})
     where url = any(${urls}::text[]) and owner_id is not distinct from ${ownerId}::bigint and taken_down_at is null
    returning key`.execute(trx);
  await sql`
    update users set profile_picture = null where id = ${ownerId}::bigint and profile_picture = any(${urls}::text[])`.execute(
    trx,
  );
  return rows.map(({ key }) => key);
}

/**
 * Has the storage delete files that moderators removed. A failure doesn't hold up the others.
 * @returns what was thrown, in order; empty without failures
 */
export async function erase(
  db: Database,
  media: MediaStorage,
  { keys, at }: { readonly keys: readonly string[]; readonly at: Date },
): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const key of keys) {
    try {
      await media.remove(key);
      await db.updateTable("uploads").set({ erased_at: at }).where("key", "=", key).execute();
    } catch (error) {
      failures.push(error);
    }
  }
  return failures;
}

/**
 * Deletes all files that moderators removed and that the storage still has.
 * @returns how many were deleted
 * @throws AggregateError of storage errors; those files are deleted the next time
 */
export async function eraseTakenDown(db: Database, media: MediaStorage, now: Date): Promise<number> {
  const rows = await db
    .selectFrom("uploads")
    .select("key")
    .where("taken_down_at", "is not", null)
    .where("erased_at", "is", null)
    .orderBy("taken_down_at")
    .execute();
  const failures = await erase(db, media, { keys: rows.map(({ key }) => key), at: now });
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} removed files couldn't be deleted`);
  return rows.length;
}
