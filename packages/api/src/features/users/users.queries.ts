import { type PublicUser, toDbId, type userPostsInput, type userPostsOutput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../errors.ts";
import { profileOf } from "../auth/auth.queries.ts";
import { listPosts } from "../posts/feed.query.ts";

const RECENT_POSTS = 5;

/**
 * A member as others see them, by id or username.
 * @param viewerId who looks: only owners see their own address and deposit address
 * @throws AppError NOT_FOUND
 */
export async function getPublicUser(
  db: Kysely<DB>,
  idOrName: string,
  viewerId: string | null,
  now: Date,
): Promise<PublicUser> {
  const user = await findUser(db, idOrName);
  const [counts, recent] = await Promise.all([countsOf(db, user.id), postsOf(db, user.id, 1, RECENT_POSTS, now)]);
  const isOwner = viewerId === user.id;
  return {
    id: user.id,
    username: user.username,
    email: isOwner ? user.email : null,
    solanaAddress: isOwner ? user.solana_address : null,
    role: user.role === "admin" || user.role === "moderator" ? user.role : "user",
    profilePicture: user.profile_picture,
    createdAt: user.created_at.toISOString(),
    reputationPoints: user.reputation_points,
    integrityScore: Number(user.integrity_score),
    totalRatings: user.total_ratings,
    ...counts,
    profile: profileOf(user.profile, user.profile_picture),
    posts: recent.posts,
    reputationHistory: [],
    bookmarks: [],
  };
}

/** A member's posts, newest first. @throws AppError NOT_FOUND */
export async function listUserPosts(
  db: Kysely<DB>,
  input: z.infer<typeof userPostsInput>,
  now: Date,
): Promise<z.infer<typeof userPostsOutput>> {
  const { id } = await findUser(db, input.id);
  return postsOf(db, id, input.page, input.limit, now);
}

function postsOf(db: Kysely<DB>, author: string, page: number, limit: number, now: Date) {
  return listPosts(db, { author, page, limit, sort: "newest" }, now);
}

/** By id, else by name. Names of digits alone are reserved, so nobody stands in the place of another's id. */
async function findUser(db: Kysely<DB>, idOrName: string) {
  const id = toDbId(idOrName);
  const user = await db
    .selectFrom("users")
    .selectAll()
    .where(id === null ? sql<boolean>`lower(username) = ${idOrName.toLowerCase()}` : sql<boolean>`id = ${id}`)
    .executeTakeFirst();
  if (!user) throw new AppError("NOT_FOUND", { message: "User not found" });
  return user;
}

async function countsOf(db: Kysely<DB>, userId: string) {
  const { rows } = await sql<{ postCount: number; answerCount: number; acceptedCount: number }>`
    select
      (select count(*) from posts where author_id = ${userId} and deleted_at is null)::int as "postCount",
      count(*)::int as "answerCount",
      (count(*) filter (where p.accepted_answer_id = a.id))::int as "acceptedCount"
    from answers a join posts p on p.id = a.post_id and p.deleted_at is null
    where a.author_id = ${userId} and a.deleted_at is null`.execute(db);
  return rows[0] ?? { postCount: 0, answerCount: 0, acceptedCount: 0 };
}
