import { useSyncExternalStore } from "react";

/** `offline`: the device says so; `unreachable`: it is connected, but our server doesn't respond. */
export type Connection = "fine" | "offline" | "unreachable";

const PROBE = "/api/health/live";
/** The delay between two probes, doubled each time up to the second value. */
const AGAIN = { first: 2_000, most: 20_000 } as const;
/** The timeout of a probe. */
const PATIENCE_MS = 5_000;

let state: Connection = "fine";
let probing = false;
let pause: number = AGAIN.first;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(next: Connection): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

/** Reports a response. */
export function noteReached(): void {
  clearTimeout(timer);
  pause = AGAIN.first;
  change("fine");
}

/**
 * Reports a failed call. One failure says little, because leaving a page aborts its calls and a single call may be too
 * slow. So the server is probed, and only if the probe fails too, the page reports it and keeps probing.
 */
export function noteUnreached(): void {
  if (!probing) void probe();
}

/** Probes the server now. */
export async function probe(): Promise<void> {
  clearTimeout(timer);
  probing = true;
  try {
    const response = await fetch(PROBE, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    // A proxy responds in place of a server that is down.
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

/** Starts listening to the device's connection state. */
export function watchConnection(): void {
  // The device may be wrong both ways (a local server needs no network), so its event only triggers a probe.
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
