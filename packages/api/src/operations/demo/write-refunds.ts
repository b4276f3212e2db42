import { formatAmount, REFUND_VOTING_MS } from "@bbux/contract";
import type { News } from "../../people/notifications/index.ts";
import { engaged } from "../../people/reputation/index.ts";
import { refunds } from "./governance.ts";
import type { Event } from "./written.ts";
import { ago, type Known, need, type Story, type Told, type Trx } from "./written.ts";

const REQUIRED_VOTES = 5;
const MINUTE_MS = 60_000;

/** @returns when the last vote for returning a post's bounty was cast; null if that wasn't decided */
export function refundedAt(now: Date, title: string): Date | null {
  const votes = refunds.find(({ post }) => post === title)?.votes ?? [];
  const approvals = votes.filter(({ approve }) => approve).length;
  return approvals >= REQUIRED_VOTES ? ago(now, votes.at(-1)?.daysAgo ?? 0) : null;
}

/**
 * Writes refund requests for expired bounties, with voters who bookmarked the post and reviewed the request long
 * enough.
 */
export async function writeRefunds(trx: Trx, { now, users }: Known, { texts }: Story): Promise<Told> {
  const events: Event[] = [];
  const news: News[] = [];
  for (const { post: title, reason, daysAgo, votes } of refunds) {
    const about = texts.find((text) => text.kind === "post" && text.title === title);
    if (!about) throw new Error(`The demo community has no post ${title}`);
    const { bounty_amount } = await trx
      .selectFrom("posts")
      .select("bounty_amount")
      .where("id", "=", about.id)
      .executeTakeFirstOrThrow();
    const createdAt = ago(now, daysAgo);
    const approvals = votes.filter(({ approve }) => approve).length;
    const latest = ago(now, votes.at(-1)?.daysAgo ?? daysAgo);
    const isDecided = refundedAt(now, title) !== null;
    const { id } = await trx
      .insertInto("refund_requests")
      .values({
        post_id: about.id,
        user_id: about.authorId,
        reason,
        amount: bounty_amount,
        created_at: createdAt,
        required_votes: REQUIRED_VOTES,
        approve_votes: approvals,
        reject_votes: votes.length - approvals,
        expires_at: new Date(createdAt.getTime() + REFUND_VOTING_MS),
        updated_at: latest,
        ...(isDecided && { status: "COMPLETED", decided_at: latest }),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const { member: name, approve, reason: why, daysAgo: votedAgo } of votes) {
      const [member, at] = [need(users, name), ago(now, votedAgo)];
      const kept = new Date((about.at.getTime() + createdAt.getTime()) / 2);
      await trx
        .insertInto("bookmarks")
        .values({ user_id: member, post_id: about.id, created_at: kept })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await trx
        .insertInto("refund_views")
        .values({ request_id: id, viewer_id: member, first_seen_at: new Date(at.getTime() - 20 * MINUTE_MS) })
        .execute();
      await trx
        .insertInto("refund_votes")
        .values({ request_id: id, voter_id: member, approve, reason: why, created_at: at })
        .execute();
      events.push({ member, at, entries: engaged(id) });
    }
    const notice = { kind: "refund", level: 1, url: `/refund-requests/${id}` } as const;
    const amount = formatAmount(BigInt(bounty_amount));
    const answerers = texts
      .filter(({ kind, postId, at }) => kind === "answer" && postId === about.id && at < createdAt)
      .map(({ authorId }) => authorId);
    const item: News<"refund"> = isDecided
      ? {
          ...notice,
          to: [about.authorId],
          bundle: `refund:${id}:completed`,
          at: latest,
          data: { subject: title, amount, what: "completed" },
        }
      : {
          ...notice,
          to: answerers,
          bundle: `refund:${id}:asked`,
          at: createdAt,
          data: { subject: title, amount, what: "asked" },
        };
    news.push(item);
  }
  return { events, news };
}
