import { REVIEWS } from "@bbux/contract";
import { members } from "./members.ts";
import type { Story, Trx, Written } from "./written.ts";

/** Texts in the queue. */
const QUEUED = 3;
const STAFF = new Set(members.flatMap(({ username, role }) => (role === "user" ? [] : [username])));

/** Puts the latest of what was among its author's first contributions into the review queue, if staff may review it. */
export async function writeReviews(trx: Trx, { texts }: Story): Promise<void> {
  const queued = texts.filter((text) => isFirst(text, texts) && !isOfStaff(text, texts));
  const latest = queued.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, QUEUED);
  const rows = latest.reverse().map(({ kind, id, postId, authorId, at }) => ({
    ...{ target_kind: kind, target_id: id, post_id: postId, author_id: authorId },
    ...{ reason: "FIRST", created_at: at },
  }));
  await trx.insertInto("review_items").values(rows).execute();
}

function isFirst(text: Written, texts: readonly Written[]): boolean {
  const earlier = texts.filter(({ author, at }) => author === text.author && at < text.at);
  return !STAFF.has(text.author) && earlier.length < REVIEWS.first;
}

/** Whether staff asked or answered the question. */
function isOfStaff({ postId }: Written, texts: readonly Written[]): boolean {
  return texts.some(({ kind, author, postId: on }) => on === postId && kind !== "comment" && STAFF.has(author));
}
