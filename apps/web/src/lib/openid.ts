import { isRecord } from "./record.ts";

// Browsers leave for an OpenID Connect provider, and come back to /login/<provider> with its answer.

/** What the server gives a browser that is about to leave. */
export interface Departure {
  /** Of the provider. */
  readonly url: string;
  /** Sealed. Without it the provider's answer is worth nothing. */
  readonly flow: string;
}

/** What this window left for, and where it wants to be afterwards. */
export interface Trip {
  readonly flow: string;
  /** Comes back with the answer. */
  readonly state: string;
  readonly purpose: "enter" | "link";
  readonly redirectTo: string | null;
}

/** What came back. */
export interface Answered {
  /** Where from. */
  readonly provider: string;
  readonly flow: string;
  /** The query that the provider sent the browser back with. */
  readonly answer: string;
}

const KEY = "bbux.trip";
const CHANNEL = "openid answers";

const stateOf = (url: URL) => url.searchParams.get("state") ?? "";

/** Leaves this page for the provider. */
export function leaveFor({ url, flow }: Departure, trip: Pick<Trip, "purpose" | "redirectTo">): void {
  const kept: Trip = { ...trip, flow, state: stateOf(new URL(url)) };
  sessionStorage.setItem(KEY, JSON.stringify(kept));
  location.assign(url);
}

/** @returns what this window left for; null if the answer isn't to that, but, say, to another window */
export function tripOf(answer: string): Trip | null {
  const state = new URLSearchParams(answer).get("state");
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "");
    return state !== null && isTrip(kept) && kept.state === state ? kept : null;
  } catch {
    return null;
  }
}

/** The answer has been used, or given up. */
export function endTrip(): void {
  sessionStorage.removeItem(KEY);
}

const isTrip = (value: unknown): value is Trip =>
  isRecord(value) && typeof value.flow === "string" && typeof value.state === "string";

/** A sentence for people. */
export class WindowBlocked extends Error {
  constructor() {
    super("Your browser didn't open the provider's window. Allow pop-ups for this site, and try again.");
  }
}

/**
 * Asks the provider in a window of its own, so that what is open here stays. Has to be called right when the member presses a button.
 * @param signal gives up
 * @throws WindowBlocked
 */
export async function askInWindow(begin: () => Promise<Departure>, signal: AbortSignal): Promise<Answered> {
  // Opened before the server is asked: browsers block windows that open later.
  const opened = window.open("about:blank", "_blank", "popup,width=520,height=720");
  if (!opened) throw new WindowBlocked();
  try {
    const { url, flow } = await begin();
    signal.throwIfAborted();
    const answer = answerTo(stateOf(new URL(url)), signal);
    opened.location.href = url;
    return { flow, ...(await answer) };
  } catch (error) {
    // Once it is at the provider, browsers no longer let us.
    opened.close();
    throw error;
  }
}

type Passed = Pick<Answered, "provider" | "answer">;

function answerTo(state: string, signal: AbortSignal): Promise<Passed> {
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise<Passed>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new DOMException("Given up", "AbortError")));
    channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (isPassed(data) && new URLSearchParams(data.answer).get("state") === state) resolve(data);
    });
  }).finally(() => channel.close());
}

const isPassed = (value: unknown): value is Passed =>
  isRecord(value) && typeof value.provider === "string" && typeof value.answer === "string";

/** Gives the answer to the window that asked for it, if there is one, and closes this one, if the browser lets us. */
export function passOn({ provider, answer }: Passed): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ provider, answer });
  channel.close();
  window.close();
}
