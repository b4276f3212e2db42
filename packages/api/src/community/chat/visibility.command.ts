import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Effects } from "../../platform/transactions/index.ts";
import { turnRoom } from "./room.command.ts";

/** Takes a locked message away from readers; listeners see it disappear. */
export async function hideMessage(trx: Transaction<DB>, effects: Effects, id: string, at: Date): Promise<void> {
  const { version } = await turnRoom(trx, effects, { messageId: id });
  await sql`
    update chat_messages set version = ${version}, deleted_at = ${at}, hidden_at = ${at} where id = ${id}`.execute(trx);
}

/** Restores a locked message that a moderator has hidden, at its old place. */
export async function restoreMessage(trx: Transaction<DB>, effects: Effects, id: string): Promise<void> {
  const { version } = await turnRoom(trx, effects, { messageId: id });
  await sql`
    update chat_messages set version = ${version}, deleted_at = null, hidden_at = null where id = ${id}`.execute(trx);
}
