import type { ownProfile } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Kysely } from "kysely";
import { z } from "zod";
import { getPublicUser } from "../users/users.queries.ts";

const filled = z.string().min(1);
const complete = z.object({ firstName: filled, lastName: filled, bio: filled, location: filled });

/** Whether a profile says who somebody is: first and last name, bio and location. */
export function isComplete(profile: unknown): boolean {
  return complete.safeParse(profile).success;
}

/** The caller's own profile, flat. */
export async function getOwnProfile(db: Kysely<DB>, userId: string, now: Date): Promise<z.infer<typeof ownProfile>> {
  const user = await getPublicUser(db, userId, userId, now);
  return { ...user, settings: { profileComplete: isComplete(user.profile) } };
}
