import type { Context } from "./context.ts";

/** Returns whether the caller is a member who still has to confirm their email address. */
export function isUnverified({ viewer, verifiesEmail }: Pick<Context, "viewer" | "verifiesEmail">): boolean {
  return verifiesEmail && viewer !== null && !viewer.emailVerified;
}
