import type { ErrorCode } from "@bbux/contract";
import { codeOf } from "./errors.ts";

const DEAD = new Set<ErrorCode>(["UNAUTHENTICATED", "TOKEN_EXPIRED"]);
let listener: () => void = () => {};
const leaving = new Set<() => void>();

/** Clears what the browser keeps of a member at sign-out: each part that keeps something registers once. */
export function onLogout(forget: () => void): void {
  leaving.add(forget);
}

export function noticeLogout(): void {
  for (const forget of leaving) forget();
}

/** Called when the server refused a call because the session has ended. The session store is the only listener. */
export function onDeadSession(told: () => void): void {
  listener = told;
}

/** For the caches: reports failures that mean "no longer signed in". */
export function noticeDeadSession(error: unknown): void {
  const code = codeOf(error);
  if (code !== null) noticeRefusal(code);
}

/** The same for calls outside the caches: uploads. */
export function noticeRefusal(code: ErrorCode): void {
  if (DEAD.has(code)) listener();
}
