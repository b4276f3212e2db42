import type { User } from "@bbux/contract";
import { redirect } from "@tanstack/react-router";
import { sessionReady } from "../../session.tsx";

/** For a member's own pages: waits until it is known who is there, and sends a visitor to sign in and back (DECISIONS §6). */
export async function requireMember(href: string): Promise<User> {
  const user = await sessionReady();
  if (!user) throw redirect({ to: "/login", search: { redirectTo: href }, replace: true });
  return user;
}
