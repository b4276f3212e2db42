import { useSyncExternalStore } from "react";

/** `offline`: the device says so; `unreachable`: it is connected and our server does not answer. */
export type Connection = "fine" | "offline" | "unreachable";

const PROBE = "/api/health/live";
/** Between two attempts to get through, doubled each time up to the second. */
const AGAIN = { first: 2_000, most: 20_000 } as const;
/** For a probe; a server that takes longer is not there. */
const PATIENCE_MS = 5_000;

let state: Connection = "fine";
let probing = false;
let pause: number = AGAIN.first;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(next: Connection): void {
  if (next === state) return;
  state = next;
  for (const tell of listeners) tell();
}

/** Somebody got an answer. */
export function noteReached(): void {
  clearTimeout(timer);
  pause = AGAIN.first;
  change("fine");
}

/**
 * Somebody got none. One failure says little: a page that is left ends its calls, a single call may be too slow. So the server
 * is asked for a sign of life, and only if that does not come, either, the page says so, and goes on asking.
 */
export function noteUnreached(): void {
  if (!probing) void probe();
}

/** Asks for a sign of life, now. */
export async function probe(): Promise<void> {
  clearTimeout(timer);
  probing = true;
  try {
    const response = await fetch(PROBE, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    // A proxy whose server is gone answers in its place.
    if (response.status === 502 || response.status === 504) throw new Error(`answered ${response.status}`);
    noteReached();
  } catch {
    change(navigator.onLine === false ? "offline" : "unreachable");
    timer = setTimeout(() => void probe(), pause);
    pause = Math.min(pause * 2, AGAIN.most);
  } finally {
    probing = false;
  }
}

/** Hears what the device says of its connection, from now on. */
export function watchConnection(): void {
  // It may be wrong both ways (a server on this machine needs no network): it is a reason to look.
  window.addEventListener("online", () => void probe());
  window.addEventListener("offline", () => void probe());
  if (navigator.onLine === false) void probe();
}

export const connection = (): Connection => state;

export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnection(): Connection {
  return useSyncExternalStore(onConnection, connection);
}
