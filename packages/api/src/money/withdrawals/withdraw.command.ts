import { DAY_MS, formatAmount, withdrawalFee, withdrawOutput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { post, withdrawalHeld } from "@bbux/ledger";
import { type RawBuilder, sql, type Transaction } from "kysely";
import type { z } from "zod";
import { requireProofToLeave } from "../../people/leaving/index.ts";
import { mailSoon, recordSecurityEvent } from "../../people/notifications/index.ts";
import {
  hasFactorFor,
  isListed,
  isUse,
  lockWallet,
  requireListed,
  UNHELD_MOST,
} from "../../people/security-holds/index.ts";
import type { MemberContext, Services } from "../../platform/context/index.ts";
import { AppError, requireFreshProof } from "../../platform/errors/errors.ts";
import { feeInForce, requireAcceptedFee } from "../../platform/parameters/index.ts";
import { answeredBefore, type Effects, once } from "../../platform/transactions/index.ts";
import { getTransaction } from "../statement/index.ts";
import { approvalDeadline } from "./approvals.sql.ts";
import { destinationOf, hasUsed } from "./destination.ts";

type Requested = z.infer<typeof withdrawOutput>;

/**
 * Holds amount and fee, and asks the workers to pay. Nothing is signed here, so the payment doesn't depend on this
 * process (docs/DECISIONS.md 1.6, 1.10).
 * @param input.amount base units, fee included
 * @param input.maxFee base units; a higher fee is refused
 * @throws AppError VALIDATION_ERROR (destination), INSUFFICIENT_BALANCE, WITHDRAWAL_LIMIT, PRICE_CHANGED, STEP_UP_REQUIRED
 * for an address that the member has never used, or what {@link requireProofToLeave} asks it for, ADDRESS_NOT_ALLOWED
 */
export async function withdraw(
  ctx: MemberContext,
  input: {
    readonly amount: bigint;
    readonly destinationAddress?: string | undefined;
    readonly maxFee?: bigint | undefined;
  },
): Promise<Requested> {
  // The highest fee isn't part of the request: repeated with another one, it is still the same withdrawal.
  const { maxFee, ...same } = input;
  const asked = { call: "wallet.withdraw", input: same, output: withdrawOutput };
  const earlier = await answeredBefore(ctx, asked);
  if (earlier) return earlier;
  const destination = await destinationOf(ctx, input.destinationAddress);
  if (!(await hasUsed(ctx, destination))) requireFreshProof(ctx);
  // The limit of a day is measured by all processes together.
  const at = await ctx.databaseNow();
  const answer = await once(ctx, {
    ...asked,
    run: (trx, effects) => hold(trx, effects, ctx, { amount: input.amount, destination, maxFee, at }),
  });
  await ctx.failpoint("withdrawal.held");
  await ctx.enqueue("withdrawals", {});
  await mailSoon(ctx);
  return answer;
}

async function hold(
  trx: Transaction<DB>,
  effects: Effects,
  ctx: MemberContext,
  { amount, destination, maxFee, at }: { amount: bigint; destination: string; maxFee?: bigint | undefined; at: Date },
): Promise<Requested> {
  const { id: userId } = ctx.viewer;
  // Serialized per member, so the daily limit counts every withdrawal.
  await lockWallet(trx, userId);
  await requireListed(trx, userId, destination);
  const spent = await withdrawnToday(trx, userId, at);
  if (spent + amount > ctx.money.dailyWithdrawalLimit) {
    const left = ctx.money.dailyWithdrawalLimit - spent;
    throw new AppError("WITHDRAWAL_LIMIT", {
      details: {
        dailyLimit: formatAmount(ctx.money.dailyWithdrawalLimit),
        dailyLeft: formatAmount(left > 0n ? left : 0n),
      },
    });
  }
  await requireProofToLeave(trx, ctx, { amount, before: spent });
  const fee = withdrawalFee(amount, await feeInForce(trx, ctx.parameterDefaults, "withdrawalFee"));
  const netAmount = amount - fee;
  requireAcceptedFee({ fee, maxFee, receipt: { amount, netAmount } });
  const heldUntil = await holdOfNewAddress(trx, ctx, { amount, destination });
  const { approvalFrom } = ctx.money;
  // The sum of a day counts, so that a large withdrawal can't be split into small ones.
  const needsApproval = approvalFrom !== null && spent + amount >= approvalFrom;
  const { id } = await trx
    .insertInto("withdrawals")
    .values({
      user_id: userId,
      amount: amount.toString(),
      fee: fee.toString(),
      net_amount: netAmount.toString(),
      destination,
      day_amount: (spent + amount).toString(),
      ...(needsApproval && { approval_until: approvalDeadline, waits_for: "approval" }),
      held_until: heldUntil,
      created_at: at,
      updated_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await post(
    trx,
    withdrawalHeld({ hold: id, member: userId, amount, cause: id, refs: { withdrawal: id, member: userId } }),
  );
  const transaction = await getTransaction(trx, userId, id);
  await recordSecurityEvent(trx, effects, {
    member: userId,
    kind: "withdrawal_requested",
    from: ctx,
    details: {
      amount: formatAmount(amount),
      destination,
      ...(transaction.withdrawal?.held && { held: transaction.withdrawal.held }),
    },
    at,
  });
  await ctx.failpoint("withdrawal.uncommitted");
  return {
    success: true,
    message: "Withdrawal request created",
    transactionId: id,
    fee: formatAmount(fee),
    netAmount: formatAmount(netAmount),
    transaction,
  };
}

/**
 * Until when a withdrawal to a new address is held: one with which the member's withdrawals to it, and those to other new addresses that
 * weren't held, come to more than 10 BBUX, unless the member has had a second factor for as long as a hold lasts. An address is new until a withdrawal to it is as old as
 * a hold, so a small one first changes nothing, or until it has been on the member's allow-list for long enough.
 */
async function holdOfNewAddress(
  trx: Transaction<DB>,
  { money, viewer }: MemberContext,
  { amount, destination }: { readonly amount: bigint; readonly destination: string },
): Promise<RawBuilder<Date> | null> {
  if (money.securityHoldHours === 0 || (await isListed(trx, viewer.id, destination))) return null;
  if (await hasFactorFor(trx, viewer.id, money.securityHoldHours)) return null;
  const hours = sql`make_interval(hours => ${money.securityHoldHours})`;
  const { rows } = await sql<{ known: boolean; total: string }>`
    select coalesce(bool_or(known) filter (where destination = ${destination}), false) as known,
      coalesce(sum(case when destination = ${destination} then total when not known and not listed then unheld end), 0)::text as total
    from (
      select destination, bool_or(${isUse} and created_at <= clock_timestamp() - ${hours}) as known, sum(amount) as total,
        sum(amount) filter (where held_until is null) as unheld,
        exists (select from allowed_addresses a where a.user_id = ${viewer.id} and a.address = w.destination
          and a.usable_at <= clock_timestamp()) as listed
      from withdrawals w where user_id = ${viewer.id} and state <> 'REFUNDED' group by destination) as paid`.execute(
    trx,
  );
  const [before] = rows;
  if (before?.known || BigInt(before?.total ?? 0) + amount <= UNHELD_MOST) return null;
  return sql<Date>`clock_timestamp() + ${hours}`;
}

/** Returns what a member withdrew or is withdrawing in the last 24 hours, in base units, without what was refunded. */
export async function withdrawnToday(db: Services["db"], userId: string, now: Date): Promise<bigint> {
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(amount), 0)::text as total from withdrawals
     where user_id = ${userId} and state <> 'REFUNDED' and created_at > ${new Date(now.getTime() - DAY_MS)}`.execute(
    db,
  );
  return BigInt(rows[0]?.total ?? 0);
}
