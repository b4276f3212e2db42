/* What the screens need of the chat without any schema. */

/** Numbers of the chat (spec core §9, money §9). */
export const CHAT = {
  /** Where everybody is. */
  room: "global-chat",
  pageSize: 30,
  /** Without a stream, what is new is asked for so often, while the chat is open. */
  pollMs: 2_000,
  /** Changes that one answer carries; who is further behind asks again. */
  changes: 200,
  /** More unread than so many are shown as so many. */
  unread: 99,
} as const;

export const MESSAGE_TYPES = ["TEXT", "GIF"] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** What the screens say (spec core §8). */
export const CHAT_WORDS = {
  sendFailed: "Failed to send message. Please try again.",
  gifFailed: "Failed to send GIF. Please try again.",
} as const;
