import { type joinRoomOutput, type readRoomInput, toDbId } from "@bbux/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { messageNotFound } from "./messages.query.ts";
import { getRoom } from "./rooms.query.ts";

type Answer = z.infer<typeof joinRoomOutput>;

/** Joins a room, which counts unread messages from now on. Joining again changes nothing. @throws AppError NOT_FOUND */
export async function joinRoom(ctx: MemberContext, slug: string): Promise<Answer> {
  const at = ctx.now();
  await sql`
    insert into chat_members (room_id, user_id, joined_at, read_at)
    select id, ${ctx.viewer.id}, ${at}, coalesce(last_at, ${at}) from chat_rooms where slug = ${slug}
    on conflict do nothing`.execute(ctx.db);
  return { success: true, room: await getRoom(ctx.db, slug, ctx.viewer.id) };
}

/** Marks a room as read up to a message, removed or not, never moving back; joins it. @throws AppError NOT_FOUND */
export async function readRoom(
  ctx: MemberContext,
  { roomId, messageId }: z.infer<typeof readRoomInput>,
): Promise<Answer> {
  const { numAffectedRows } = await sql`
    insert into chat_members (room_id, user_id, joined_at, read_at)
    select m.room_id, ${ctx.viewer.id}, ${ctx.now()}, m.created_at
    from chat_messages m join chat_rooms r on r.id = m.room_id
    where m.id = ${toDbId(messageId)} and r.slug = ${roomId}
    on conflict (user_id, room_id) do update set read_at = greatest(chat_members.read_at, excluded.read_at)`.execute(
    ctx.db,
  );
  if (numAffectedRows === 0n) throw messageNotFound();
  return { success: true, room: await getRoom(ctx.db, roomId, ctx.viewer.id) };
}
