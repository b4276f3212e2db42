import type { User } from "@bbux/contract";
import type { Reply } from "../../platform/context/index.ts";
import type { SignedIn } from "../auth/index.ts";

/** Answers with the cookie of the new session, and marks the browser as one that has signed in to the account. */
export function signedIn<Answer extends { readonly user: User }>(
  reply: Reply,
  { cookie, answer }: SignedIn<Answer>,
): Answer {
  reply.setSessionCookie(cookie.token, cookie.expiresAt);
  reply.rememberDevice(answer.user.email);
  return answer;
}
