import { CHAT } from "@bbux/contract";
import type { Case } from "./cases.ts";
import type { World } from "./world.ts";

const room = { roomId: CHAT.room };
const GIF = "https://media1.giphy.com/media/x/giphy.gif";

/** A message of the helper's. */
async function said(world: World, body: object = { content: "Good morning!" }) {
  const url = `/api/chat/${CHAT.room}/messages`;
  const sent = await world.t.app.inject({ method: "POST", url, headers: world.helper.headers, payload: body });
  return { ...room, messageId: String(sent.json().message.id) };
}

export const chatCases: Record<string, Case[]> = {
  "chat-rooms": [{ title: "lists the rooms [M7.40]", as: "helper" }],
  "chat-join": [
    { title: "joins with nothing but the address [C7.53 M7.43]", as: "helper", input: () => room },
    { title: "refuses an unknown room", as: "helper", input: () => ({ roomId: "nowhere" }), refused: "NOT_FOUND" },
  ],
  "chat-messages": [
    {
      title: "gives messages, before and after a time [C7.54 C7.55 M7.41]",
      as: "asker",
      input: async (world) => {
        await said(world);
        return { ...room, limit: 2, after: "2026-01-01T00:00:00.000Z", before: "2100-01-01T00:00:00+02:00" };
      },
      same: true,
    },
    {
      title: "refuses a time that is none",
      as: "asker",
      input: () => ({ ...room, after: "yesterday" }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "chat-changes": [
    {
      title: "gives what changed",
      as: "asker",
      input: async (world) => {
        await said(world);
        return { ...room, since: "0" };
      },
      same: true,
    },
    {
      title: "refuses what is no cursor",
      as: "asker",
      input: () => ({ ...room, since: "-1" }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "chat-send": [
    {
      title: "sends a text [C7.57 C3.27]",
      as: "helper",
      input: () => ({ ...room, content: "Good morning!", messageType: "TEXT" }),
    },
    {
      title: "sends a GIF [M7.42]",
      as: "helper",
      input: () => ({ ...room, content: "Well done", type: "GIF", gifUrl: GIF }),
    },
    {
      title: "refuses a picture from elsewhere",
      as: "helper",
      input: () => ({ ...room, content: "x", type: "GIF", gifUrl: "https://evil.example/x.gif" }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "chat-message": [
    { title: "gives one message", as: "asker", input: (world) => said(world), same: true },
    {
      title: "knows none of another room's",
      as: "asker",
      input: async (world) => ({ ...(await said(world)), roomId: "help" }),
      refused: "NOT_FOUND",
    },
  ],
  "chat-edit": [
    {
      title: "changes one's own message",
      as: "helper",
      input: async (world) => ({ ...(await said(world)), content: "Good evening!" }),
    },
    {
      title: "is for the author alone",
      as: "asker",
      input: async (world) => ({ ...(await said(world)), content: "Good evening!" }),
      refused: "FORBIDDEN",
    },
    {
      title: "refuses a GIF",
      as: "helper",
      input: async (world) => ({ ...(await said(world, { content: "x", gifUrl: GIF })), content: "Good evening!" }),
      refused: "CONFLICT",
    },
  ],
  "chat-remove": [
    { title: "removes one's own message", as: "helper", input: (world) => said(world) },
    { title: "is for the author alone", as: "asker", input: (world) => said(world), refused: "FORBIDDEN" },
  ],
  "chat-read": [{ title: "marks what is read", as: "asker", input: (world) => said(world) }],
};
