import { BOUNTY, bountyFee, type CreatePostInput, DAY_MS, postOutput, requestedBounty } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { placeBounty } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import { smallCommunitySql } from "../../people/established/index.ts";
import { requireMayLeave } from "../../people/leaving/index.ts";
import { notifyMentioned, tellOfPayment } from "../../people/notifications/index.ts";
import { award, contributed } from "../../people/reputation/index.ts";
import { lockWallet } from "../../people/security-holds/index.ts";
import { spendAllowance, usesOfText } from "../../people/trust/index.ts";
import { attachUploads } from "../../people/uploads/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { feeInForce, requireAcceptedFee } from "../../platform/parameters/index.ts";
import { once } from "../../platform/transactions/index.ts";
import { excerptOf } from "../parts/index.ts";
import { queueWritten } from "../review-queue/index.ts";
import { resolveTags } from "../tags/index.ts";
import { getPost } from "./post.query.ts";
import { addTags, tagNamesOf } from "./post-tags.ts";
import { writtenBy } from "./written-by.sql.ts";

type PostOutput = z.infer<typeof postOutput>;

/**
 * Publishes a post; with a bounty, moves amount and fee from its author to escrow and treasury in the same transaction
 * (docs/DECISIONS.md 1.2).
 * @throws AppError what {@link requireMayLeave} throws of a bounty, INSUFFICIENT_BALANCE, PRICE_CHANGED, EMAIL_UNVERIFIED, POST_LIMIT, TEXT_LIMIT, LINK_LIMIT and MENTION_LIMIT (no post is
 *   created), VALIDATION_ERROR for an unknown tag
 */
export async function createPost(ctx: MemberContext, input: CreatePostInput): Promise<PostOutput> {
  const tagIds = await resolveTags(ctx.db, [
    ...(input.selectedTags ?? []).map((ref) => ({ field: "selectedTags", ref })),
    ...(input.tags ?? []).map((ref) => ({ field: "tags", ref })),
  ]);
  // The highest fee is no part of what is asked for: repeated with another one, it is still the same post.
  const { maxFee: _, ...same } = input;
  const amount = requestedBounty(input);
  return once(ctx, {
    call: "posts.create",
    input: same,
    output: postOutput,
    run: async (trx, effects) => {
      const isLarge = amount > 0n && (await requireMayPlace(trx, ctx, amount));
      const postId = await insertPost(trx, ctx, { ...input, amount }, tagIds);
      await addTags(trx, postId, tagIds);
      await attachUploads(trx, ctx.now(), input);
      const uses = usesOfText(ctx, input);
      await spendAllowance(trx, ctx, { posts: 1, ...uses });
      await queueWritten(trx, ctx, { kind: "post", id: postId, postId }, uses.links > 0);
      const at = ctx.now();
      await award(trx, effects, ctx.viewer.id, contributed("POST", postId, postId, at), at);
      await notifyMentioned(trx, effects, ctx, {
        id: postId,
        content: input.content,
        notified: [],
        what: "post",
        place: postId,
        subject: input.title,
        url: `/posts/${postId}`,
        at,
      });
      if (isLarge) await tellOfPayment(trx, effects, ctx, { kind: "bounty_posted", amount });
      return { success: true, post: await getPost(trx, postId, at, ctx.viewer.id) };
    },
  });
}

/** Every bounty of the last 24 hours counts: votes settle one that nobody accepts, and the fee of one that comes back is gone. */
async function requireMayPlace(trx: Transaction<DB>, ctx: MemberContext, amount: bigint): Promise<boolean> {
  const { id } = ctx.viewer;
  await lockWallet(trx, id);
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(bounty_amount), 0)::text as total from ${writtenBy("posts", id)} p
     where bounty_status <> 'NONE' and created_at > clock_timestamp() - interval '24 hours'`.execute(trx);
  return requireMayLeave(trx, ctx, { amount, before: BigInt(rows[0]?.total ?? 0) });
}

async function insertPost(
  trx: Transaction<DB>,
  ctx: MemberContext,
  { amount, ...input }: CreatePostInput & { readonly amount: bigint },
  tagIds: readonly string[],
): Promise<string> {
  const now = ctx.now();
  const days = input.bountyDuration ?? BOUNTY.days.default;
  const { id } = await trx
    .insertInto("posts")
    .values({
      author_id: ctx.viewer.id,
      title: input.title,
      content: input.content,
      excerpt: excerptOf(input.content),
      type: input.type ?? "question",
      tag_names: tagNamesOf(tagIds),
      code_blocks: JSON.stringify(input.codeBlocks ?? []),
      media: JSON.stringify(input.media ?? []),
      created_at: now,
      ...(amount > 0n && {
        bounty_amount: amount,
        bounty_status: "ESCROWED",
        bounty_expires_at: new Date(now.getTime() + days * DAY_MS),
        small_community: smallCommunitySql(ctx, now),
      }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (amount > 0n) {
    const fee = bountyFee(amount, await feeInForce(trx, ctx.parameterDefaults, "bountyFee"));
    requireAcceptedFee({ fee, maxFee: input.maxFee, receipt: { amount, total: amount + fee } });
    await placeBounty(trx, {
      member: ctx.viewer.id,
      escrow: id,
      amount,
      fee,
      cause: id,
      refs: { post: id, member: ctx.viewer.id },
    });
  }
  return id;
}
