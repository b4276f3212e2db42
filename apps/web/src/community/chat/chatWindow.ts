import { CHAT } from "@bbux/contract";
import { useSyncExternalStore } from "react";

/** From this width on the chat is beside the page instead of over it; the same in ChatHost.module.css. */
export const BESIDE = "(width >= 80em)";
/** Up to this width it covers the whole screen except the bottom bar. */
export const SHEET = "(width < 48em)";

interface ChatState {
  readonly open: boolean;
  readonly room: string;
  /** A message to show. */
  readonly at: string | null;
  /** Grows each time a member opens the chat, so that the field takes the focus. */
  readonly asked: number;
}

const OPEN = "bbux.chat.open";
const ROOM = "bbux.chat.room";

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage the chat starts closed.
  }
}

const matches = (query: string) => typeof matchMedia !== "undefined" && matchMedia(query).matches;

let state: ChatState = {
  // Where it would cover the page, it starts closed.
  open: stored(OPEN) === "1" && matches(BESIDE),
  room: stored(ROOM) ?? CHAT.room,
  at: null,
  asked: 0,
};
const listeners = new Set<() => void>();

function change(next: Partial<ChatState>): void {
  state = { ...state, ...next };
  store(OPEN, state.open ? "1" : "0");
  store(ROOM, state.room);
  for (const listener of listeners) listener();
}

/** Opens the chat, optionally in a room and at a message. */
export function openChat({ room = state.room, at = null }: { room?: string; at?: string | null } = {}): void {
  change({ open: true, room, at, asked: state.asked + 1 });
}

/** Shows another room in the open chat. */
export function showRoom(room: string): void {
  change({ room, at: null });
}

export function closeChat(): void {
  change({ open: false, at: null });
}

/** Toggles the chat, for the shortcut. */
export function toggleChat(): void {
  if (state.open) closeChat();
  else openChat();
}

/** Clears the target once the message was shown or turned out to be missing. */
export function forgetTarget(): void {
  if (state.at !== null) change({ at: null });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const read = () => state;

/** Returns whether the chat is open, and where. */
export function useChat(): ChatState {
  return useSyncExternalStore(subscribe, read);
}
