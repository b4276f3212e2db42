import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Effects } from "../../platform/transactions/index.ts";
import { roomNotFound } from "./rooms.query.ts";

/** A room that is locked until the commit, with the number of the change being made in it. */
export interface TurnedRoom {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly version: string;
}

/**
 * Takes the room's next number under the lock of its row. Every change of a message begins with this and stamps the
 * message with the number, so changes become visible in order and without gaps (docs/adr/0015).
 * @param room by its slug, or by the id of one of its messages
 * @throws AppError NOT_FOUND
 */
export async function turnRoom(
  trx: Transaction<DB>,
  effects: Effects,
  room: { readonly slug: string } | { readonly messageId: string },
): Promise<TurnedRoom> {
  const which =
    "slug" in room
      ? sql`slug = ${room.slug}`
      : sql`id = (select room_id from chat_messages where id = ${room.messageId})`;
  const { rows } = await sql<TurnedRoom>`
    update chat_rooms set version = version + 1 where ${which}
    returning id::text, slug, name, version::text`.execute(trx);
  const [turned] = rows;
  if (!turned) throw roomNotFound();
  effects.chatted.add(turned.id);
  return turned;
}
