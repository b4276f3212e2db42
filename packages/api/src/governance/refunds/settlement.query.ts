import { type Settlement, toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { type Kysely, sql } from "kysely";
import { postNotFound } from "../../content/parts/index.ts";
import type { LockedPost } from "../../content/posts/index.ts";
import { standingSql } from "../../people/established/index.ts";
import type { Context, Viewer } from "../../platform/context/index.ts";
import { bestAnswer } from "./best-answer.query.ts";
import { votesOn } from "./lock.query.ts";
import { isLarge } from "./notice.command.ts";
import { isVotedOn, mayObject, type Objector } from "./objection.rules.ts";
import { engagedWith } from "./refunds.sql.ts";

const NOTHING: Settlement = { notice: null, mayObject: false };

/**
 * Returns who will be paid as votes stand now, once it was announced, and whether the viewer may object to it.
 * @throws AppError NOT_FOUND
 */
export async function getSettlement(ctx: Context, postId: string): Promise<Settlement> {
  const id = toDbId(postId);
  if (id === null) throw postNotFound();
  const { rows } = await sql<Row>`
    select p.id::text, p.author_id::text as "authorId", p.bounty_amount::text as amount, p.bounty_expires_at as "bountyExpiresAt",
      p.created_at as "createdAt", p.small_community as "smallCommunity", p.settles_at as "settlesAt", min(n.notified_at) as "notifiedAt"
    from posts p left join settlement_notices n on n.post_id = p.id and p.bounty_status = 'ESCROWED'
    where p.id = ${id} and p.deleted_at is null
    group by p.id`.execute(ctx.db);
  const [post] = rows;
  if (!post) throw postNotFound();
  const { settlesAt, notifiedAt } = post;
  if (settlesAt === null || notifiedAt === null) return NOTHING;
  const best = await bestAnswer(ctx.db, post, ctx);
  const bounty = {
    bountyStatus: "ESCROWED",
    settlesAt,
    announced: true,
    payable: best !== null,
  } as const;
  const reviewed = await isLarge(ctx.db, { ...post, bountyAmount: BigInt(post.amount) }, ctx);
  const voted = isVotedOn(await votesOn(ctx.db, post.id), best);
  const objector = ctx.viewer && (await objectorOf(ctx.db, ctx, { viewer: ctx.viewer, post }));
  const allowed = objector !== null && mayObject({ ...bounty, reviewed, voted }, objector, ctx.now()).ok;
  return {
    notice: {
      answerId: best?.id ?? null,
      username: best?.username ?? null,
      notifiedAt: notifiedAt.toISOString(),
      settlesAt: settlesAt.toISOString(),
    },
    mayObject: allowed,
  };
}

interface Row {
  readonly id: string;
  readonly authorId: string;
  readonly amount: string;
  readonly bountyExpiresAt: Date;
  readonly createdAt: Date;
  readonly smallCommunity: boolean;
  readonly settlesAt: Date | null;
  readonly notifiedAt: Date | null;
}

/** Returns what decides whether a member may object. */
export async function objectorOf(
  db: Kysely<DB>,
  ctx: Context,
  { viewer: { id }, post }: { readonly viewer: Viewer; readonly post: Pick<LockedPost, "id" | "createdAt"> },
): Promise<Objector> {
  const at = ctx.now();
  const { rows } = await sql<{ standing: { isEstablished: boolean }; engaged: boolean }>`
    select ${standingSql("u", { ...ctx, placedAt: post.createdAt }, at)} as standing,
      ${engagedWith(id)} or exists (select from posts p where p.id = r.post_id and p.author_id = u.id) as engaged
    from users u cross join (select ${post.id}::bigint as post_id, ${at}::timestamptz as created_at) r
    where u.id = ${id}`.execute(db);
  const [row] = rows;
  return { isEstablished: row?.standing.isEstablished ?? false, engaged: row?.engaged ?? false };
}
