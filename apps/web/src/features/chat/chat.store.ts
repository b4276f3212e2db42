import { CHAT } from "@bbux/contract";
import { useSyncExternalStore } from "react";

/** Where the chat stands beside the page instead of over it; the same in Chat.module.css. */
export const BESIDE = "(width >= 80em)";
/** Where it takes the whole screen but the bar. */
export const SHEET = "(width < 48em)";

interface ChatState {
  readonly open: boolean;
  readonly room: string;
  /** A message to show. */
  readonly at: string | null;
  /** Grows with each opening by a person, who then writes: the focus goes along. */
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
    // Without storage the chat begins closed each time.
  }
}

const matches = (query: string) => typeof matchMedia !== "undefined" && matchMedia(query).matches;

let state: ChatState = {
  // Over a page it would cover what was asked for: there it begins closed.
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
  for (const tell of listeners) tell();
}

/** Opens the chat, in a room and at a message if one is named. */
export function openChat({ room = state.room, at = null }: { room?: string; at?: string | null } = {}): void {
  change({ open: true, room, at, asked: state.asked + 1 });
}

/** Shows another room of the open chat. */
export function showRoom(room: string): void {
  change({ room, at: null });
}

export function closeChat(): void {
  change({ open: false, at: null });
}

/** For a key: opens what is closed. */
export function toggleChat(): void {
  if (state.open) closeChat();
  else openChat();
}

/** The message was shown, or is not there. */
export function forgetTarget(): void {
  if (state.at !== null) change({ at: null });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const read = () => state;

/** Whether the chat is open, and where. */
export function useChat(): ChatState {
  return useSyncExternalStore(subscribe, read);
}
