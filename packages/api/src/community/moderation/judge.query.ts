import type { DB } from "@bbux/db";
import { type Kysely, sql, type Transaction } from "kysely";
import { areRivals, hasInterest } from "../../content/posts/index.ts";
import { ownAccounts } from "../../people/established/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { requireFreshProof } from "../../platform/errors/errors.ts";
import type { Judge } from "./moderation.rules.ts";

interface About {
  readonly kind: string;
  readonly authorId: string;
  /** The question that the decision concerns, if any. */
  readonly postId: string | null;
}

/** Describes a moderator or an admin as the rules see them, for a decision about a member or what one wrote. */
export async function judgeOf(
  trx: Transaction<DB>,
  ctx: MemberContext,
  { kind, authorId, postId }: About,
): Promise<Judge> {
  const accounts = await ownAccounts(trx, ctx);
  const interested = postId !== null && (await hasInterest(trx, accounts, postId));
  return { accounts, interested, rival: kind === "user" && (await areRivals(trx, { ...ctx, accounts }, authorId)) };
}

/** Returns whether nobody else could decide an appeal against a hiding. @param accounts of the one who asks */
export async function isOnlyStaff(db: Kysely<DB>, accounts: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ isAlone: boolean }>`
    select not exists (select from users where role in ('moderator', 'admin') and id <> all (${accounts}::bigint[])
      and suspended_at is null and deleted_at is null) as "isAlone"`.execute(db);
  return rows[0]?.isAlone ?? false;
}

/**
 * Requires a fresh proof where a decision may change who gets a bounty: a hidden answer can't win it, and nobody votes under a hidden question.
 * @throws AppError STEP_UP_REQUIRED
 */
export async function requireProofOverBounty(
  trx: Transaction<DB>,
  ctx: MemberContext,
  { kind, postId }: About,
): Promise<void> {
  if (postId === null || (kind !== "post" && kind !== "answer")) return;
  const { bounty_status } = await trx
    .selectFrom("posts")
    .select("bounty_status")
    .where("id", "=", postId)
    .executeTakeFirstOrThrow();
  if (bounty_status === "ESCROWED") requireFreshProof(ctx);
}
