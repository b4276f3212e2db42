import { connect, type Database } from "@bbux/db";
import { findRunning } from "@bbux/db/embedded";
import { freshName } from "./support.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The database of the server under test, for conditions that only time creates: an account's age, a bounty's end. */
export async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const url = findRunning(process.env.BBUX_E2E_DATA ?? "");
  if (!url) throw new Error("the server under test has no separate database");
  const db = connect({ url, as: "owner", max: 2 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Creates a chat room and returns its id in URLs. */
export function newRoom(): Promise<string> {
  return inDatabase(async (db) => {
    const slug = freshName("room");
    await db.insertInto("chat_rooms").values({ slug, name: slug, position: 100 }).execute();
    return slug;
  });
}

/** Makes a member a month old with 60 points. */
export function seasoned(userId: string): Promise<void> {
  return inDatabase(async (db) => {
    const at = new Date(Date.now() - 30 * DAY);
    await db
      .insertInto("reputation_events")
      .values({ user_id: userId, action: "ANSWER_ACCEPTED", points: 60, created_at: at })
      .execute();
    await db
      .updateTable("users")
      .set((eb) => ({ created_at: at, reputation_points: eb("reputation_points", "+", 60) }))
      .where("id", "=", userId)
      .execute();
  });
}

/** Gives a message a later id than its neighbors, as from a server that held an id back. */
export async function numberedLate(messageId: string): Promise<string> {
  const late = String(BigInt(messageId) + 900_000_000n);
  await inDatabase((db) => db.updateTable("chat_messages").set({ id: late }).where("id", "=", messageId).execute());
  return late;
}

/** Moves the end of a bounty some hours into the past, and its settlement with it. */
export function bountyEnded(postId: string, hoursAgo = 1): Promise<void> {
  const end = Date.now() - hoursAgo * HOUR;
  return inDatabase(async (db) => {
    await db
      .updateTable("posts")
      .set({ bounty_expires_at: new Date(end), settles_at: new Date(end + 7 * DAY) })
      .where("id", "=", postId)
      .execute();
  });
}

/** Makes a bounty one that is paid to an answer in a day, which was announced a minute ago. */
export async function settlementAnnounced(postId: string, answerId: string): Promise<void> {
  await bountyEnded(postId, 6 * 24);
  const notice = { post_id: postId, answer_id: answerId, notified_at: new Date(Date.now() - 60_000) };
  await inDatabase((db) => db.insertInto("settlement_notices").values(notice).execute());
}

/** Moves a member's first look at a request ten minutes into the past, if there was one. */
export function reviewedLongAgo(userId: string, requestId: string): Promise<void> {
  return inDatabase(async (db) => {
    await db
      .updateTable("refund_views")
      .set({ first_seen_at: new Date(Date.now() - 600_000) })
      .where("viewer_id", "=", userId)
      .where("request_id", "=", requestId)
      .execute();
  });
}

/** Marks a request as just denied by its voters; its bounty is settled in a week. */
export function refundRefused(requestId: string): Promise<void> {
  const now = new Date();
  return inDatabase(async (db) => {
    const { post_id } = await db
      .updateTable("refund_requests")
      .set({ status: "REJECTED", decided_at: now, updated_at: now, reject_votes: 5 })
      .where("id", "=", requestId)
      .returning("post_id")
      .executeTakeFirstOrThrow();
    await db
      .updateTable("posts")
      .set({ settles_at: new Date(now.getTime() + 7 * DAY) })
      .where("id", "=", post_id)
      .execute();
  });
}
