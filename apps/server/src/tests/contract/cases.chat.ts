import { CHAT } from "@bbux/contract";
import type { Case } from "./cases.ts";
import type { World } from "./world.ts";

const room = { roomId: CHAT.room };
const GIF = "https://media1.giphy.com/media/x/giphy.gif";

/** Sends a message as the helper. */
async function said(world: World, body: object = { content: "Good morning!" }) {
  const url = `/api/chat/${CHAT.room}/messages`;
  const sent = await world.t.app.inject({ method: "POST", url, headers: world.helper.headers, payload: body });
  return { ...room, messageId: String(sent.json().message.id) };
}

export const chatCases: Record<string, Case[]> = {
  "chat-rooms": [{ title: "lists the rooms [M7.40]", as: "helper" }],
  "chat-join": [
    { title: "joins without a body [C7.53 M7.43]", as: "helper", input: () => room },
    { title: "refuses an unknown room", as: "helper", input: () => ({ roomId: "nowhere" }), refused: "NOT_FOUND" },
  ],
  "chat-messages": [
    {
      title: "returns messages before and after a time [C7.54 C7.55 M7.41]",
      as: "asker",
      input: async (world) => {
        await said(world);
        return { ...room, limit: 2, after: "2026-01-01T00:00:00.000Z", before: "2100-01-01T00:00:00+02:00" };
      },
      same: true,
    },
    {
      title: "refuses an invalid time",
      as: "asker",
      input: () => ({ ...room, after: "yesterday" }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "chat-changes": [
    {
      title: "returns the changes",
      as: "asker",
      input: async (world) => {
        await said(world);
        return { ...room, since: "0" };
      },
      same: true,
    },
    {
      title: "refuses an invalid cursor",
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
      title: "refuses a picture from another host",
      as: "helper",
      input: () => ({ ...room, content: "x", type: "GIF", gifUrl: "https://evil.example/x.gif" }),
      refused: "VALIDATION_ERROR",
    },
  ],
  "chat-message": [
    { title: "returns one message", as: "asker", input: (world) => said(world), same: true },
    {
      title: "doesn't find a message of another room",
      as: "asker",
      input: async (world) => ({ ...(await said(world)), roomId: "help" }),
      refused: "NOT_FOUND",
    },
  ],
  "chat-edit": [
    {
      title: "changes the caller's own message",
      as: "helper",
      input: async (world) => ({ ...(await said(world)), content: "Good evening!" }),
    },
    {
      title: "refuses anyone but the author",
      as: "asker",
      input: async (world) => ({ ...(await said(world)), content: "Good evening!" }),
      refused: "FORBIDDEN",
    },
    {
      title: "refuses to edit a GIF",
      as: "helper",
      input: async (world) => ({ ...(await said(world, { content: "x", gifUrl: GIF })), content: "Good evening!" }),
      refused: "CONFLICT",
    },
  ],
  "chat-remove": [
    { title: "removes the caller's own message", as: "helper", input: (world) => said(world) },
    { title: "refuses anyone but the author", as: "asker", input: (world) => said(world), refused: "FORBIDDEN" },
  ],
  "chat-read": [{ title: "marks messages as read", as: "asker", input: (world) => said(world) }],
};
