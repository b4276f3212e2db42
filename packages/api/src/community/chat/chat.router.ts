import {
  byMessage,
  byRoom,
  editMessageInput,
  joinRoomOutput,
  type LiveChat,
  listChangesInput,
  listChangesOutput,
  listMessagesInput,
  listMessagesOutput,
  listRoomsOutput,
  liveChatInput,
  messageOutput,
  readRoomInput,
  readRoomOutput,
  sendMessageInput,
} from "@bbux/contract";
import { type TrackedEnvelope, tracked } from "@trpc/server";
import { memberProcedure, router } from "../../platform/calls/index.ts";
import { editMessage, removeMessage, sendMessage } from "./chat.commands.ts";
import { liveChat } from "./live.ts";
import { joinRoom, readRoom } from "./members.commands.ts";
import { getMessage, listChanges, listMessages } from "./messages.query.ts";
import { listRooms } from "./rooms.query.ts";

const tags = ["chat"];

/** Tags each event with its cursor, so a broken stream resumes after the last one. */
async function* byCursor(told: AsyncGenerator<LiveChat>): AsyncGenerator<TrackedEnvelope<LiveChat>> {
  for await (const batch of told) yield tracked(batch.cursor, batch);
}

export const chatRouter = router({
  rooms: memberProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/chat",
        tags,
        summary: "The rooms, with what is unread in those that the caller has joined",
      },
    })
    .output(listRoomsOutput)
    .query(async ({ ctx }) => ({ rooms: await listRooms(ctx.db, ctx.viewer.id) })),

  join: memberProcedure
    .meta({ openapi: { method: "POST", path: "/chat/{roomId}/join", tags, summary: "Join a room" } })
    .input(byRoom)
    .output(joinRoomOutput)
    .mutation(({ ctx, input }) => joinRoom(ctx, input.roomId)),

  messages: memberProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/chat/{roomId}/messages",
        tags,
        summary: "Messages of a room, the oldest first",
        description: "The latest ones; with `before` those older than a time, with `after` the first newer ones.",
      },
    })
    .input(listMessagesInput)
    .output(listMessagesOutput)
    .query(({ ctx, input }) => listMessages(ctx.db, input)),

  message: memberProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/chat/{roomId}/messages/{messageId}",
        tags,
        summary: "One message of a room",
      },
    })
    .input(byMessage)
    .output(messageOutput)
    .query(({ ctx, input }) => getMessage(ctx.db, input)),

  changes: memberProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/chat/{roomId}/changes",
        tags,
        summary: "Messages sent, edited or removed since an earlier answer",
        description:
          "Each as it is now, in the order of its last change; what is removed without its content. At most 200 at a time; the cursor in the response leads to the next.",
      },
    })
    .input(listChangesInput)
    .output(listChangesOutput)
    .query(({ ctx, input }) => listChanges(ctx.db, input)),

  send: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/chat/{roomId}/messages",
        tags,
        summary: "Send a message, and join the room",
      },
      refuses: ["MESSAGE_LIMIT", "LINK_LIMIT", "MENTION_LIMIT"],
    })
    .input(sendMessageInput)
    .output(messageOutput)
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),

  edit: memberProcedure
    .meta({
      openapi: {
        method: "PUT",
        path: "/chat/{roomId}/messages/{messageId}",
        tags,
        summary: "Change the text of one's own message",
      },
      refuses: ["FORBIDDEN", "CONFLICT", "LINK_LIMIT"],
    })
    .input(editMessageInput)
    .output(messageOutput)
    .mutation(({ ctx, input }) => editMessage(ctx, input)),

  remove: memberProcedure
    .meta({
      openapi: {
        method: "DELETE",
        path: "/chat/{roomId}/messages/{messageId}",
        tags,
        summary: "Remove one's own message",
      },
      refuses: ["FORBIDDEN"],
    })
    .input(byMessage)
    .output(messageOutput)
    .mutation(({ ctx, input }) => removeMessage(ctx, input)),

  read: memberProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/chat/{roomId}/messages/{messageId}/read",
        tags,
        summary: "Have read everything up to this message",
      },
    })
    .input(readRoomInput)
    .output(readRoomOutput)
    .mutation(({ ctx, input }) => readRoom(ctx, input)),

  /** tRPC only, over server-sent events. REST clients poll for changes. */
  live: memberProcedure
    .input(liveChatInput)
    .subscription(async ({ ctx, input, signal }) =>
      byCursor(await liveChat(ctx, input, signal ?? new AbortController().signal)),
    ),
});
