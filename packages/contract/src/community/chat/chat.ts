import { z } from "zod";
import { id, idOut, time } from "../../platform/ids.ts";
import { LIMITS } from "../../platform/limits.ts";
import { author } from "../../platform/parts.ts";
import { text } from "../../platform/text.ts";
import { CHAT, MESSAGE_TYPES } from "./chat.messages.ts";

const messageType = z.enum(MESSAGE_TYPES);

/** A room's name in addresses. */
export const roomId = z
  .string()
  .min(1)
  .max(40)
  .meta({ description: "Name of a room, as GET /chat lists them", example: CHAT.room });

/** Names a position in a room's history; later changes come after it. */
const cursor = z
  .string()
  .meta({ description: "Moment in the life of the room; ask for what changed since", example: "412" });
const cursorIn = z.string().regex(/^\d{1,18}$/, "Must be the cursor of an earlier response");
/** A time given by a caller. */
const timeIn = z.iso.datetime({ offset: true, error: "Must be a time such as 2026-03-01T12:00:00.000Z" });

export const chatMessage = z
  .object({
    id: idOut,
    roomId: z.string().meta({ example: CHAT.room }),
    content: z.string().meta({ description: "Markdown inline; a GIF as `[GIF: title](url)`; empty once removed" }),
    messageType,
    type: messageType.meta({ description: "The same as messageType" }),
    gifUrl: z.string().nullable().meta({ description: "The picture of a GIF" }),
    createdAt: time.meta({ description: "Strictly increasing within the room" }),
    editedAt: time.nullable(),
    deleted: z
      .boolean()
      .meta({ description: "Removed by its author or a moderator; only changes say so, lists leave it out" }),
    author,
  })
  .meta({ id: "ChatMessage" });
export type ChatMessage = z.infer<typeof chatMessage>;

export const chatRoom = z
  .object({
    id: z.string().meta({ example: CHAT.room }),
    name: z.string().meta({ example: "Global chat" }),
    description: z.string(),
    joined: z.boolean(),
    unread: z.int().meta({
      description: `Messages of others since the caller last read, at most ${CHAT.unread}; 0 when not joined`,
    }),
    lastReadAt: time.nullable().meta({ description: "createdAt of the last message that the caller has read" }),
    lastMessageAt: time.nullable(),
  })
  .meta({ id: "ChatRoom" });
export type ChatRoom = z.infer<typeof chatRoom>;

export const listRoomsOutput = z.object({ rooms: z.array(chatRoom) });
export const byRoom = z.object({ roomId });
export const joinRoomOutput = z.object({ success: z.literal(true), room: chatRoom });

export const listMessagesInput = z.object({
  roomId,
  limit: z.int().min(1).max(LIMITS.pageSize.max).default(CHAT.pageSize).meta({ description: "Messages on a page" }),
  before: timeIn.optional().meta({ description: "Only messages older than this: createdAt of the first one known" }),
  after: timeIn
    .optional()
    .meta({ description: "Only messages newer than this, the oldest of them: createdAt of the last one known" }),
});
/** Oldest first. Without `after`, the latest ones. */
export const listMessagesOutput = z.object({ success: z.literal(true), messages: z.array(chatMessage), cursor });
export type ListMessages = z.infer<typeof listMessagesOutput>;

export const listChangesInput = z.object({
  roomId,
  since: cursorIn.meta({ description: "cursor of an earlier answer" }),
});
/** Messages sent, edited or removed since, each in its current state, ordered by its last change. */
export const listChangesOutput = listMessagesOutput;

/** tRPC only. `lastEventId` is the last event of a broken stream; it takes precedence over `since`. */
export const liveChatInput = z.object({ roomId, since: cursorIn.optional(), lastEventId: cursorIn.optional() });
export const liveChat = z.object({ messages: z.array(chatMessage), cursor });
export type LiveChat = z.infer<typeof liveChat>;

const content = text({ max: LIMITS.message, required: "Message is required" }).meta({ example: "Good morning!" });

export const sendMessageInput = z.object({
  roomId,
  content: content
    .optional()
    .meta({ description: "The text; of a GIF its title, or its whole form `[GIF: title](url)`" }),
  messageType: messageType.optional().meta({ description: "TEXT unless a gifUrl comes with it" }),
  type: messageType.optional().meta({ description: "The same as messageType" }),
  gifUrl: z.string().max(LIMITS.url).optional().meta({ description: "A picture that GET /gifs/search gave" }),
});
export const byMessage = z.object({ roomId, messageId: id });
export const editMessageInput = byMessage.extend({ content });
export const messageOutput = z.object({ success: z.literal(true), message: chatMessage });
export const readRoomInput = byMessage.meta({ description: "Everything up to this message is read" });
export const readRoomOutput = joinRoomOutput;
