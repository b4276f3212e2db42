import type { ErrorCode } from "@bbux/contract";
import { codeOf } from "./errors.ts";

const DEAD = new Set<ErrorCode>(["UNAUTHENTICATED", "TOKEN_EXPIRED"]);
let listener: () => void = () => {};

/** Who is told when a call was refused because the session is gone. One listener: the session store. */
export function onDeadSession(told: () => void): void {
  listener = told;
}

/** For the caches: looks at every failure and tells of those that mean "not signed in any more". */
export function noticeDeadSession(error: unknown): void {
  const code = codeOf(error);
  if (code !== null) noticeRefusal(code);
}

/** The same for calls that do not go through the caches: uploads. */
export function noticeRefusal(code: ErrorCode): void {
  if (DEAD.has(code)) listener();
}
