import {
  type byMessage,
  type ChatMessage,
  type editMessageInput,
  type messageOutput,
  type sendMessageInput,
  toDbId,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type RawBuilder, sql, type Transaction } from "kysely";
import type { z } from "zod";
import { notifyMentioned } from "../../people/notifications/index.ts";
import { spendAllowance, type Uses, usesOfText } from "../../people/trust/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { requireAllowed } from "../../platform/errors/errors.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { mayEdit, mayRemove, type Written, writtenOf } from "./chat.rules.ts";
import { MESSAGE_JSON, placeOfMessage } from "./chat.sql.ts";
import { messageNotFound } from "./messages.query.ts";
import { type TurnedRoom, turnRoom } from "./room.command.ts";
import { roomNotFound } from "./rooms.query.ts";

type Answer = z.infer<typeof messageOutput>;

/**
 * Sends a message to a room, joins the room and marks it as read up to the message. Notifies mentioned members.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR for an invalid GIF, RATE_LIMITED, MESSAGE_LIMIT, LINK_LIMIT, MENTION_LIMIT
 */
export async function sendMessage(ctx: MemberContext, input: z.infer<typeof sendMessageInput>): Promise<Answer> {
  const written = writtenOf(input);
  if (!written.ok) throw written.error;
  await ctx.consume("message", ctx.viewer.id);
  const at = ctx.now();
  return withEffects(ctx, async (trx, effects) => {
    // Before the room is locked, which everyone who writes in it waits for.
    await spendAllowance(trx, ctx, { messages: 1, ...linksAndMentions(ctx, written.message) });
    const sent = await insertMessage(trx, input.roomId, ctx.viewer.id, written.message, at);
    if (!sent) throw roomNotFound();
    effects.chatted.add(sent.room.id);
    const { message, room } = sent;
    if (message.messageType === "TEXT") {
      await notifyMentioned(trx, effects, ctx, {
        content: message.content,
        notified: [],
        what: "message",
        subject: room.name,
        place: `chat:${room.id}`,
        url: placeOfMessage(room.slug, message.id),
        at,
      });
    }
    return { success: true, message };
  });
}

/** What a message uses in addition to itself; a GIF has none of it. */
function linksAndMentions(ctx: MemberContext, { messageType, content }: Written): Uses {
  if (messageType !== "TEXT") return {};
  const { links, mentions } = usesOfText(ctx, { content });
  return { ...(links && { links }), ...(mentions && { mentions }) };
}

/**
 * Does everything in one statement, to keep the room's lock short. First it locks the member's row, so they can't leave
 * meanwhile. The room then gives the next number, and a time later than the last one, however the clocks of several
 * servers differ.
 * @returns undefined for an unknown room
 */
export async function insertMessage(
  trx: Transaction<DB>,
  slug: string,
  authorId: string,
  { messageType, content }: Written,
  at: Date,
): Promise<{ message: ChatMessage; room: Pick<TurnedRoom, "id" | "slug" | "name"> } | undefined> {
  const { rows } = await sql<{ message: ChatMessage; room: Pick<TurnedRoom, "id" | "slug" | "name"> }>`
    with u as (
      select id, username, profile_picture from users where id = ${authorId} and deleted_at is null for key share
    ), r as (
      update chat_rooms set version = version + 1,
        last_at = greatest(date_trunc('milliseconds', ${at}::timestamptz), last_at + interval '1 millisecond')
      from u where slug = ${slug} returning chat_rooms.id, slug, name, version, last_at
    ), m as (
      insert into chat_messages (room_id, author_id, message_type, content, version, created_at)
      select r.id, u.id, ${messageType}, ${content}, r.version, r.last_at from r, u returning *
    ), joined as (
      insert into chat_members (room_id, user_id, joined_at, read_at)
      select room_id, author_id, created_at, created_at from m
      on conflict (user_id, room_id) do update set read_at = greatest(chat_members.read_at, excluded.read_at)
    )
    select ${sql.raw(MESSAGE_JSON)} as message, json_build_object('id', r.id::text, 'slug', r.slug, 'name', r.name) as room
    from m, r, u`.execute(trx);
  return rows[0];
}

/**
 * Changes the text of the caller's own message. Mentioned members aren't notified again.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT for a GIF, RATE_LIMITED, LINK_LIMIT
 */
export async function editMessage(ctx: MemberContext, input: z.infer<typeof editMessageInput>): Promise<Answer> {
  await ctx.consume("message", ctx.viewer.id);
  const at = ctx.now();
  const decide = (message: Changed) => {
    requireAllowed(mayEdit(message, ctx.viewer.id, input.content));
    return sql`content = ${input.content}, edited_at = ${at}`;
  };
  return change(ctx, input, decide, (trx) => spendOnEdit(trx, ctx, input));
}

/** Counts the links that an edit adds, before the room is locked, as when one is sent. */
async function spendOnEdit(
  trx: Transaction<DB>,
  ctx: MemberContext,
  { messageId, content }: z.infer<typeof editMessageInput>,
): Promise<void> {
  const { rows } = await sql<{ content: string }>`
    select content from chat_messages where id = ${toDbId(messageId)} and author_id = ${ctx.viewer.id}`.execute(trx);
  const [before] = rows;
  if (!before) return;
  const { links } = usesOfText(ctx, { content, before });
  await spendAllowance(trx, ctx, { links });
}

/** Removes the caller's own message; its place in the room's order stays. @throws AppError NOT_FOUND, FORBIDDEN */
export async function removeMessage(ctx: MemberContext, input: z.infer<typeof byMessage>): Promise<Answer> {
  const at = ctx.now();
  return change(ctx, input, (message) => {
    requireAllowed(mayRemove(message, ctx.viewer.id));
    return sql`deleted_at = ${at}`;
  });
}

/** What decides whether a message may be changed. */
interface Changed {
  readonly authorId: string;
  readonly messageType: string;
}

/** @param first runs before the room is locked */
function change(
  ctx: MemberContext,
  { roomId, messageId }: z.infer<typeof byMessage>,
  decide: (message: Changed) => RawBuilder<unknown>,
  first?: (trx: Transaction<DB>) => Promise<void>,
): Promise<Answer> {
  return withEffects(ctx, async (trx, effects) => {
    await first?.(trx);
    const room = await turnRoom(trx, effects, { slug: roomId });
    const { rows } = await sql<Changed>`
      select author_id::text as "authorId", message_type as "messageType" from chat_messages
      where id = ${toDbId(messageId)} and room_id = ${room.id} and deleted_at is null for no key update`.execute(trx);
    const [message] = rows;
    if (!message) throw messageNotFound();
    const changed = await sql<{ message: ChatMessage }>`
      with m as (
        update chat_messages set version = ${room.version}, ${decide(message)} where id = ${toDbId(messageId)} returning *
      )
      select ${sql.raw(MESSAGE_JSON)} as message from m
      join chat_rooms r on r.id = m.room_id join users u on u.id = m.author_id`.execute(trx);
    const [row] = changed.rows;
    if (!row) throw messageNotFound();
    return { success: true, message: row.message };
  });
}
