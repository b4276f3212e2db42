import { CHAT, type ChatRoom } from "@bbux/contract";
import type { Database, DB } from "@bbux/db";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { AppError } from "../../platform/errors/errors.ts";
import { roomJson } from "./chat.sql.ts";

export const roomNotFound = () => new AppError("NOT_FOUND", { message: "Room not found" });

const rooms = (viewerId: string, where: RawBuilder<unknown>) => sql<{ room: ChatRoom }>`
  select ${roomJson(viewerId, CHAT.unread)} as room
  from chat_rooms r left join chat_members cm on cm.room_id = r.id and cm.user_id = ${viewerId}
  where ${where} order by r.position, r.id`;

/** Returns every room, with unread counts of those that the member joined. */
export async function listRooms(db: Database, viewerId: string): Promise<ChatRoom[]> {
  const { rows } = await rooms(viewerId, sql`true`).execute(db);
  return rows.map(({ room }) => room);
}

/** Returns one room as the member sees it. @throws AppError NOT_FOUND */
export async function getRoom(db: Kysely<DB>, slug: string, viewerId: string): Promise<ChatRoom> {
  const { rows } = await rooms(viewerId, sql`r.slug = ${slug}`).execute(db);
  const [row] = rows;
  if (!row) throw roomNotFound();
  return row.room;
}
