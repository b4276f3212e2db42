import {
  type byMessage,
  CHAT,
  type ChatMessage,
  type ListMessages,
  type listChangesInput,
  type listMessagesInput,
  toDbId,
} from "@bbux/contract";
import { type DB, statement } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../platform/errors/errors.ts";
import { MESSAGE_JSON } from "./chat.sql.ts";
import { roomNotFound } from "./rooms.query.ts";

// One statement returns a room and its messages, so both are of the moment of its cursor.

/** Returns a page of a room's messages, oldest first: the latest, those before a time, or the first ones after it. */
export async function listMessages(
  db: Kysely<DB>,
  { roomId, limit, before, after }: z.infer<typeof listMessagesInput>,
): Promise<ListMessages> {
  // Converted by Date, because PostgreSQL accepts fewer offsets and years than ISO 8601.
  const older = before === undefined ? sql`` : sql`and m.created_at < ${new Date(before)}`;
  const newer = after === undefined ? sql`` : sql`and m.created_at > ${new Date(after)}`;
  const { rows } = await sql<{ cursor: string; messages: ChatMessage[] }>`
    select r.version::text as cursor, (
      select coalesce(json_agg(page.message order by page.created_at), '[]') from (
        select m.created_at, ${sql.raw(MESSAGE_JSON)} as message
        from chat_messages m join users u on u.id = m.author_id
        where m.room_id = r.id and m.deleted_at is null ${older} ${newer}
        order by m.created_at ${after === undefined ? sql`desc` : sql``} limit ${limit}
      ) as page
    ) as messages
    from chat_rooms r where r.slug = ${roomId}`.execute(db);
  const [row] = rows;
  if (!row) throw roomNotFound();
  return { success: true, ...row };
}

export const messageNotFound = () => new AppError("NOT_FOUND", { message: "Message not found" });

/** Returns one message of a room. @throws AppError NOT_FOUND, also when it is gone */
export async function getMessage(
  db: Kysely<DB>,
  { roomId, messageId }: z.infer<typeof byMessage>,
): Promise<{ success: true; message: ChatMessage }> {
  const { rows } = await sql<{ message: ChatMessage }>`
    select ${sql.raw(MESSAGE_JSON)} as message
    from chat_messages m join users u on u.id = m.author_id join chat_rooms r on r.id = m.room_id
    where m.id = ${toDbId(messageId)} and r.slug = ${roomId} and m.deleted_at is null`.execute(db);
  const [row] = rows;
  if (!row) throw messageNotFound();
  return { success: true, ...row };
}

interface Changes {
  /** Of the room, at the time of this response. */
  readonly version: string;
  readonly changes: readonly Change[];
}

/** A message as of the room's change with this number. */
export interface Change {
  readonly version: number;
  readonly message: ChatMessage;
}

const selectChanges = statement(
  (slug: string, since: string) => sql<Changes>`
    select r.version::text as version, (
      select coalesce(json_agg(json_build_object('version', page.version, 'message', page.message) order by page.version), '[]')
      from (
        select m.version, ${sql.raw(MESSAGE_JSON)} as message
        from chat_messages m join users u on u.id = m.author_id
        where m.room_id = r.id and m.version > ${since}::bigint
        order by m.version limit ${sql.lit(CHAT.changes)}
      ) as page
    ) as changes
    from chat_rooms r where r.slug = ${slug}`,
);

/**
 * Returns what changed in a room since a position, each message once, in its current state, ordered by its last change.
 * @returns also the position that this reaches: the current one, even if `since` is later, as after a restored backup;
 * for
 *   a full page, which may have more after it, that of its last change
 * @throws AppError NOT_FOUND
 */
export async function changesSince(
  db: Kysely<DB>,
  slug: string,
  since: number,
): Promise<{ changes: readonly Change[]; cursor: number; more: boolean }> {
  const [row] = await selectChanges(db, slug, String(since));
  if (!row) throw roomNotFound();
  const more = row.changes.length === CHAT.changes;
  const last = more ? row.changes.at(-1)?.version : undefined;
  return { changes: row.changes, cursor: last ?? Number(row.version), more };
}

/** Shapes the same for the response. @throws AppError NOT_FOUND */
export async function listChanges(
  db: Kysely<DB>,
  { roomId, since }: z.infer<typeof listChangesInput>,
): Promise<ListMessages> {
  const { changes, cursor } = await changesSince(db, roomId, Number(since));
  return { success: true, messages: changes.map(({ message }) => message), cursor: String(cursor) };
}
