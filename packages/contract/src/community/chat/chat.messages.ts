/* The part of the chat that screens need without a schema. */

/** Numbers of the chat. */
export const CHAT = {
  /** The room that everyone is in. */
  room: "global-chat",
  pageSize: 30,
  /** Poll interval while the chat is open without a stream. */
  pollMs: 2_000,
  /** Changes in one response; a client that is further behind calls again. */
  changes: 200,
  /** Higher unread counts are shown as this number. */
  unread: 99,
} as const;

export const MESSAGE_TYPES = ["TEXT", "GIF"] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** What the screens say. */
export const CHAT_MESSAGES = {
  sendFailed: "Failed to send message. Please try again.",
  gifFailed: "Failed to send GIF. Please try again.",
} as const;
