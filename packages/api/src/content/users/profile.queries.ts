import type { ownProfile } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Kysely } from "kysely";
import { z } from "zod";
import { getPublicUser } from "./users.queries.ts";

const filled = z.string().min(1);
const complete = z.object({ firstName: filled, lastName: filled, bio: filled, location: filled });

/** Returns whether a profile is complete: first and last name, bio and location. */
export function isComplete(profile: unknown): boolean {
  return complete.safeParse(profile).success;
}

/** Returns the caller's own profile, flat. */
export async function getOwnProfile(db: Kysely<DB>, userId: string, now: Date): Promise<z.infer<typeof ownProfile>> {
  const user = await getPublicUser(db, userId, userId, now);
  return { ...user, settings: { profileComplete: isComplete(user.profile) } };
}
