import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Effects } from "../../effects.ts";
import { turnRoom } from "./room.command.ts";

/** Takes a message, which is locked, away from readers; listeners see it go. */
export async function hideMessage(trx: Transaction<DB>, effects: Effects, id: string, at: Date): Promise<void> {
  const { version } = await turnRoom(trx, effects, { messageId: id });
  await sql`
    update chat_messages set version = ${version}, deleted_at = ${at}, hidden_at = ${at} where id = ${id}`.execute(trx);
}

/** Gives back a message that a moderator has hidden, which is locked: it stands where it stood. */
export async function restoreMessage(trx: Transaction<DB>, effects: Effects, id: string): Promise<void> {
  const { version } = await turnRoom(trx, effects, { messageId: id });
  await sql`
    update chat_messages set version = ${version}, deleted_at = null, hidden_at = null where id = ${id}`.execute(trx);
}
