import { PROFILE_FIELDS, type Role, type StaffFreeze, type User } from "@bbux/contract";
import type { DB, Users } from "@bbux/db";
import { type Kysely, type Selectable, sql } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { bookmarksJson } from "../bookmarks/bookmarks.queries.ts";
import { historyJson } from "../reputation/index.ts";
import { holdJson, staffFreezeJson } from "../security-holds/index.ts";
import { trustLevelSql } from "../trust/index.ts";
import { browsersForgottenSql } from "./sign-in.ts";

const HISTORY = 7;
const BOOKMARKS = 4;

/** Returns the member's own view of themselves, in one round trip. @throws AppError NOT_FOUND */
export async function getMe(
  ctx: Pick<Services, "db" | "verifiesEmail" | "parameterDefaults" | "now">,
  userId: string,
): Promise<User> {
  const { db, verifiesEmail } = ctx;
  const { rows } = await sql<MemberRow & Extras>`
    select u.*, ${historyJson(userId, HISTORY)} as reputation_history, ${bookmarksJson(userId, BOOKMARKS)} as bookmarks,
      ${trustLevelSql("u", ctx, ctx.now())} as trust_level,
      exists (select from security_holds h where h.user_id = u.id and h.cause = 'frozen') as frozen, ${staffFreezeJson} as freeze,
      ${holdJson} as hold
    from users u where u.id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError("NOT_FOUND");
  return {
    ...memberFields(row),
    email: row.email ?? "",
    trustLevel: row.trust_level,
    emailVerified: !verifiesEmail || row.email_verified_at !== null,
    solanaAddress: row.solana_address,
    suspended: row.suspended_at !== null,
    frozen: row.frozen,
    withdrawalFreeze: row.freeze && { until: row.freeze.until, reason: row.freeze.reason },
    withdrawalHold: row.hold,
    suspensionReason: row.suspension_reason,
    bookmarks: row.bookmarks,
    reputationHistory: row.reputation_history,
  };
}

export type MemberRow = Selectable<Users>;
interface Extras {
  readonly bookmarks: User["bookmarks"];
  readonly reputation_history: User["reputationHistory"];
  readonly trust_level: User["trustLevel"];
  readonly frozen: boolean;
  readonly freeze: StaffFreeze | null;
  readonly hold: User["withdrawalHold"];
}

/** The public fields of a member. */
export function memberFields(row: MemberRow) {
  const profile = profileOf(row.profile, row.profile_picture);
  const role: Role = row.role === "admin" || row.role === "moderator" ? row.role : "user";
  return {
    id: row.id,
    username: row.username,
    role,
    profilePicture: row.profile_picture,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    reputationPoints: row.reputation_points,
    reputation: row.reputation_points,
    integrityScore: Number(row.integrity_score),
    totalRatings: row.total_ratings,
    bio: profile.bio,
    avatar: row.profile_picture,
    profile,
  };
}

/** Returns every documented field of a profile, `null` where the member gave none. */
export function profileOf(stored: unknown, profilePicture: string | null): User["profile"] {
  const given = new Map(typeof stored === "object" && stored !== null ? Object.entries(stored) : []);
  const field = (name: (typeof PROFILE_FIELDS)[number]) => {
    const value: unknown = name === "profilePicture" ? profilePicture : given.get(name);
    return typeof value === "string" && value !== "" ? value : null;
  };
  return Object.fromEntries(PROFILE_FIELDS.map((name) => [name, field(name)])) as User["profile"];
}

/** Returns what sign-in compares, by email in any case. */
export async function findByEmail(db: Kysely<DB>, email: string) {
  return db
    .selectFrom("users")
    .select(["id", "username", "email", "password_hash", "settings", browsersForgottenSql.as("browsersForgottenAt")])
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .executeTakeFirst();
}
