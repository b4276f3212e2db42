import type { Reply } from "../../platform/context/index.ts";
import type { Rotated, SignedIn } from "../auth/index.ts";

/** Answers with the cookie of the new session, and marks the browser as one that has signed in to the account. */
export function signedIn<Answer>(reply: Reply, { cookie, mark, answer }: SignedIn<Answer>): Answer {
  reply.setSessionCookie(cookie.token, cookie.expiresAt);
  reply.rememberDevice(mark);
  return answer;
}

/** Answers with the next secret of the caller's session: a browser's in its cookie, and a program's in the response. */
export function goesOn<Answer extends object>(
  reply: Reply,
  { next, answer }: Rotated<Answer>,
): Answer & { token?: string; refreshToken?: string } {
  if ("tokens" in next) return { ...answer, ...next.tokens };
  reply.setSessionCookie(next.cookie.token, next.cookie.expiresAt);
  if (next.mark) reply.rememberDevice(next.mark);
  return answer;
}
