import type {
  Bookmark,
  PublicUser,
  ReputationEntry,
  searchUsersInput,
  searchUsersOutput,
  userPostsInput,
  userPostsOutput,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { isNamed } from "../../people/accounts/index.ts";
import { type MemberRow, memberFields } from "../../people/auth/index.ts";
import { bookmarkCount, bookmarksJson } from "../../people/bookmarks/bookmarks.queries.ts";
import { historyJson } from "../../people/reputation/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { listPosts } from "../posts/index.ts";

const RECENT = { posts: 5, history: 7, bookmarks: 4 };

/**
 * Returns a member as others see them, by id or username.
 * @param viewerId the viewer: only owners see their own email and deposit address
 * @throws AppError NOT_FOUND, also for members who left
 */
export async function getPublicUser(
  db: Kysely<DB>,
  idOrName: string,
  viewerId: string | null,
  now: Date,
): Promise<PublicUser> {
  const user = await findUser(db, idOrName);
  const [rest, recent] = await Promise.all([
    restOf(db, user.id),
    postsOf(db, user.id, { page: 1, limit: RECENT.posts }, now, viewerId),
  ]);
  const isOwner = viewerId === user.id;
  const { profile, ...fields } = memberFields(user);
  return {
    ...profile,
    ...fields,
    ...rest,
    profile,
    email: isOwner ? user.email : null,
    solanaAddress: isOwner ? user.solana_address : null,
    posts: recent.posts,
  };
}

/** Returns members whose name has this prefix, in any case, by name, so an exact match comes first. */
export async function searchUsers(
  db: Kysely<DB>,
  { name, limit }: z.infer<typeof searchUsersInput>,
): Promise<z.infer<typeof searchUsersOutput>> {
  const from = name.toLowerCase();
  // No name has a character after "~". Compared by bytes and without a pattern, so typed characters have no special
  // meaning and the index is used.
  const { rows } = await sql<{ id: string; username: string; profilePicture: string | null }>`
    select id, username, profile_picture as "profilePicture" from users
    where deleted_at is null and lower(username) ~>=~ ${from} and lower(username) ~<~ ${`${from}~`}
    order by lower(username) using ~<~ limit ${limit}`.execute(db);
  return { users: rows };
}

/** Returns a member's posts, newest first. @throws AppError NOT_FOUND */
export async function listUserPosts(
  db: Kysely<DB>,
  input: z.infer<typeof userPostsInput>,
  now: Date,
  viewerId: string | null,
): Promise<z.infer<typeof userPostsOutput>> {
  const { id } = await findUser(db, input.id);
  return postsOf(db, id, input, now, viewerId);
}

function postsOf(
  db: Kysely<DB>,
  author: string,
  { page, limit }: { page: number; limit: number },
  now: Date,
  viewerId: string | null,
) {
  return listPosts(db, { author, page, limit, sort: "newest" }, now, viewerId);
}

async function findUser(db: Kysely<DB>, idOrName: string): Promise<MemberRow> {
  const user = await db
    .selectFrom("users")
    .selectAll()
    .where(isNamed(idOrName))
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!user) throw new AppError("NOT_FOUND", { message: "User not found" });
  return user;
}

interface Rest {
  readonly postCount: number;
  readonly answerCount: number;
  readonly acceptedCount: number;
  readonly activityCount: number;
  readonly bookmarkCount: number;
  readonly reputationHistory: ReputationEntry[];
  readonly bookmarks: Bookmark[];
}

/** Returns a member's stored activity counts and latest activity. */
async function restOf(db: Kysely<DB>, userId: string): Promise<Rest> {
  const { rows } = await sql<Rest>`
    select coalesce(c.posts, 0) as "postCount", coalesce(c.answers, 0) as "answerCount",
      coalesce(c.accepted, 0) as "acceptedCount", u.reputation_rows as "activityCount",
      ${bookmarkCount(userId)} as "bookmarkCount",
      ${historyJson(userId, RECENT.history)} as "reputationHistory",
      ${bookmarksJson(userId, RECENT.bookmarks)} as bookmarks
    from users u left join author_counts c on c.user_id = u.id where u.id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError("NOT_FOUND", { message: "User not found" });
  return row;
}
