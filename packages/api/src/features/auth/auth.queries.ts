import { PROFILE_FIELDS, type User } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { AppError } from "../../errors.ts";

/** The member's own view of themself. @throws AppError NOT_FOUND */
export async function getMe(db: Kysely<DB>, userId: string): Promise<User> {
  const row = await db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
  if (!row) throw new AppError("NOT_FOUND");
  return {
    id: row.id,
    username: row.username,
    email: row.email ?? "",
    role: row.role === "admin" || row.role === "moderator" ? row.role : "user",
    profilePicture: row.profile_picture,
    createdAt: row.created_at.toISOString(),
    reputationPoints: row.reputation_points,
    integrityScore: Number(row.integrity_score),
    totalRatings: row.total_ratings,
    solanaAddress: row.solana_address,
    suspended: row.suspended_at !== null,
    bookmarks: [],
    reputationHistory: [],
    profile: profileOf(row.profile, row.profile_picture),
  };
}

/** Every documented field of a profile, `null` where the member gave none. */
export function profileOf(stored: unknown, profilePicture: string | null): User["profile"] {
  const given = new Map(typeof stored === "object" && stored !== null ? Object.entries(stored) : []);
  const field = (name: (typeof PROFILE_FIELDS)[number]) => {
    const value: unknown = name === "profilePicture" ? profilePicture : given.get(name);
    return typeof value === "string" && value !== "" ? value : null;
  };
  return Object.fromEntries(PROFILE_FIELDS.map((name) => [name, field(name)])) as User["profile"];
}

/** What sign-in compares: by address, without regard to case. */
export async function findByEmail(db: Kysely<DB>, email: string) {
  return db
    .selectFrom("users")
    .select(["id", "username", "email", "password_hash"])
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .executeTakeFirst();
}
