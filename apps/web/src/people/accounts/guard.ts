import type { User } from "@bbux/contract";
import { redirect } from "@tanstack/react-router";
import { sessionReady } from "../../lib/session.ts";

/** For members' pages: waits for the session, and sends a visitor to sign in and back (docs/DECISIONS.md §6). */
export async function requireMember(href: string): Promise<User> {
  const user = await sessionReady();
  if (!user) throw redirect({ to: "/login", search: { redirectTo: href }, replace: true });
  return user;
}
