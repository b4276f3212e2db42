import { formatAmount } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { LockedPost } from "../../content/posts/index.ts";
import { type NotificationData, notify } from "../../people/notifications/index.ts";
import type { Effects } from "../../platform/transactions/index.ts";
import { concernedBy } from "./notice.command.ts";

/** What happened to a request. */
export type RefundEvent = Exclude<NotificationData["refund"]["what"], "asked">;

interface About {
  readonly requestId: string;
  readonly post: LockedPost;
  readonly at: Date;
}

const pageOf = (requestId: string) => `/refund-requests/${requestId}`;

/** Notifies the requester of the decision. */
export async function notifyRequester(
  trx: Transaction<DB>,
  effects: Effects,
  { requestId, post, at, what }: About & { readonly what: RefundEvent },
): Promise<void> {
  await notify(trx, effects, {
    to: [post.authorId],
    kind: "refund",
    bundle: `refund:${requestId}:${what}`,
    level: 1,
    at,
    data: { subject: post.title, amount: formatAmount(post.bountyAmount), what },
    url: pageOf(requestId),
  });
}

/** Notifies the asker, everyone who answered and the objector of what happens with an objection. */
export async function notifyOfObjection(
  trx: Transaction<DB>,
  effects: Effects,
  {
    requestId,
    post,
    at,
    what,
    objector,
  }: About & { readonly what: "objected" | "upheld" | "refused" | "unsupported"; readonly objector: string },
): Promise<void> {
  const concerned = (await concernedBy(trx, post)).filter((id) => id !== objector);
  await notify(trx, effects, {
    to: what === "objected" ? concerned : [...concerned, objector],
    kind: "settlement",
    bundle: `objection:${requestId}:${what}`,
    level: 1,
    at,
    data: { subject: post.title, amount: formatAmount(post.bountyAmount), what, winner: null, on: at.toISOString() },
    url: pageOf(requestId),
  });
}

/** Notifies everyone who answered that the asker wants the bounty back, because they could lose it. */
export async function notifyAnswerers(
  trx: Transaction<DB>,
  effects: Effects,
  { requestId, post, at }: About,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct author_id::text as id from answers
     where post_id = ${post.id} and deleted_at is null and author_id <> ${post.authorId}`.execute(trx);
  await notify(trx, effects, {
    to: rows.map(({ id }) => id),
    kind: "refund",
    bundle: `refund:${requestId}:asked`,
    level: 1,
    at,
    data: { subject: post.title, amount: formatAmount(post.bountyAmount), what: "asked" },
    url: pageOf(requestId),
  });
}
