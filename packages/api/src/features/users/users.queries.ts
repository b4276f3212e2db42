import {
  type Bookmark,
  type PublicUser,
  type ReputationEntry,
  toDbId,
  type userPostsInput,
  type userPostsOutput,
} from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../errors.ts";
import { type MemberRow, memberFields } from "../auth/auth.queries.ts";
import { bookmarkCount, bookmarksJson } from "../bookmarks/bookmarks.queries.ts";
import { listPosts } from "../posts/feed.query.ts";
import { historyJson } from "../reputation/reputation.sql.ts";

const RECENT = { posts: 5, history: 7, bookmarks: 4 };

/**
 * A member as others see them, by id or username.
 * @param viewerId who looks: only owners see their own address and deposit address
 * @throws AppError NOT_FOUND, also for one who has left
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

/** A member's posts, newest first. @throws AppError NOT_FOUND */
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

/** By id, else by name. Names of digits alone are reserved, so nobody stands in the place of another's id. */
async function findUser(db: Kysely<DB>, idOrName: string): Promise<MemberRow> {
  const id = toDbId(idOrName);
  const user = await db
    .selectFrom("users")
    .selectAll()
    .where(id === null ? sql<boolean>`lower(username) = ${idOrName.toLowerCase()}` : sql<boolean>`id = ${id}`)
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

/** What a member has done, counted, and the latest of it. */
async function restOf(db: Kysely<DB>, userId: string): Promise<Rest> {
  const { rows } = await sql<Rest>`
    select
      (select count(*) from posts where author_id = ${userId} and deleted_at is null)::int as "postCount",
      answered.*,
      (select count(*) from reputation_events where user_id = ${userId})::int as "activityCount",
      ${bookmarkCount(userId)} as "bookmarkCount",
      ${historyJson(userId, RECENT.history)} as "reputationHistory",
      ${bookmarksJson(userId, RECENT.bookmarks)} as bookmarks
    from (
      select count(*)::int as "answerCount", (count(*) filter (where p.accepted_answer_id = a.id))::int as "acceptedCount"
      from answers a join posts p on p.id = a.post_id and p.deleted_at is null
      where a.author_id = ${userId} and a.deleted_at is null
    ) as answered`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("An aggregate gave no row");
  return row;
}
