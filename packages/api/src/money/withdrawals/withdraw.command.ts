import { ChainError, destinationProblem } from "@bbux/chain";
import { DAY_MS, DESTINATION_MISSING, formatAmount, UNIT, withdrawalFee, withdrawOutput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { post, withdrawalHeld } from "@bbux/ledger";
import { type RawBuilder, sql, type Transaction } from "kysely";
import type { z } from "zod";
import { mailSoon, recordSecurityEvent } from "../../people/notifications/index.ts";
import { forEachConcurrently } from "../../platform/concurrency/index.ts";
import type { MemberContext, Services } from "../../platform/context/index.ts";
import { AppError, invalidField, requireFreshProof } from "../../platform/errors/errors.ts";
import { feeInForce, requireAcceptedFee } from "../../platform/parameters/index.ts";
import { answeredBefore, type Effects, once } from "../../platform/transactions/index.ts";
import { withTimeout } from "../chain/index.ts";
import { getTransaction } from "../statement/index.ts";
import { approvalDeadline } from "./approvals.sql.ts";

/** Accounts that the chain is asked about at once. */
const ASKED_AT_ONCE = 8;

/** Withdrawals to a new address that come to more are held. */
const HELD_ABOVE = 10n * UNIT;

type Requested = z.infer<typeof withdrawOutput>;

/**
 * Holds amount and fee, and asks the workers to pay. Nothing is signed here, so the payment doesn't depend on this
 * process (docs/DECISIONS.md 1.6, 1.10).
 * @param input.amount base units, fee included
 * @param input.maxFee base units; a higher fee is refused
 * @throws AppError VALIDATION_ERROR (destination), INSUFFICIENT_BALANCE, WITHDRAWAL_LIMIT, PRICE_CHANGED, STEP_UP_REQUIRED
 * for an address that the member has never used
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
  await sql`select from wallets where user_id = ${userId} for no key update`.execute(trx);
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
 * Until when a withdrawal to a new address is held: one with which the member's withdrawals to it come to more than 10 BBUX, unless the
 * member has a second factor. An address is new until a withdrawal to it is as old as a hold, so a small one first changes nothing.
 */
async function holdOfNewAddress(
  trx: Transaction<DB>,
  { money, viewer, session }: MemberContext,
  { amount, destination }: { readonly amount: bigint; readonly destination: string },
): Promise<RawBuilder<Date> | null> {
  if (money.securityHoldHours === 0 || session.factors.length > 0) return null;
  const hours = sql`make_interval(hours => ${money.securityHoldHours})`;
  const { rows } = await sql<{ known: boolean; total: string }>`
    select coalesce(bool_or(created_at <= clock_timestamp() - ${hours}), false) as known, coalesce(sum(amount), 0)::text as total
      from withdrawals where user_id = ${viewer.id} and destination = ${destination} and state <> 'REFUNDED'`.execute(
    trx,
  );
  const [before] = rows;
  if (before?.known || BigInt(before?.total ?? 0) + amount <= HELD_ABOVE) return null;
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

/** Returns the destination: the given one, otherwise the saved one. @throws AppError VALIDATION_ERROR */
async function destinationOf(ctx: MemberContext, given: string | undefined): Promise<string> {
  const wanted = given?.trim() || (await savedAddress(ctx));
  if (!wanted) throw invalidField("destinationAddress", DESTINATION_MISSING);
  await requirePayable(ctx, wanted, "destinationAddress");
  return wanted;
}

/** Whether the member has withdrawn to the address. What was given back doesn't count: a thief may have asked for it. */
async function hasUsed({ db, viewer }: MemberContext, destination: string): Promise<boolean> {
  const used = await db
    .selectFrom("withdrawals")
    .select("id")
    .where("user_id", "=", viewer.id)
    .where("destination", "=", destination)
    .where("state", "!=", "REFUNDED")
    .limit(1)
    .executeTakeFirst();
  return used !== undefined;
}

async function savedAddress({ db, viewer }: MemberContext): Promise<string | null> {
  const row = await db
    .selectFrom("wallets")
    .select("withdrawal_address")
    .where("user_id", "=", viewer.id)
    .executeTakeFirst();
  return row?.withdrawal_address ?? null;
}

/** Saves the default destination of withdrawals; null clears it. @throws AppError VALIDATION_ERROR */
export async function saveWithdrawalAddress(ctx: MemberContext, address: string | null): Promise<string | null> {
  const wanted = address?.trim() || null;
  if (wanted !== null) await requirePayable(ctx, wanted, "address");
  await ctx.db
    .updateTable("wallets")
    .set({ withdrawal_address: wanted })
    .where("user_id", "=", ctx.viewer.id)
    .execute();
  return wanted;
}

/** @throws AppError VALIDATION_ERROR */
async function requirePayable(ctx: MemberContext, address: string, field: string): Promise<void> {
  await ctx.consume("chain", `member:${ctx.viewer.id}`);
  const [problem] = await whyNotPayable(ctx, [address], withTimeout);
  if (problem) throw invalidField(field, problem);
}

export const IS_PROGRAM = "This is the address of a program, not of a wallet";

/**
 * Returns why SOL can't be sent to addresses, in their order; null for one to which it can (docs/DECISIONS.md 1.10). If the chain can't
 * be reached, it is asked again before anything is signed; `within` limits how long a member waits for it.
 */
export async function whyNotPayable(
  { db, chain, platformWallet }: Pick<Services, "db" | "chain" | "platformWallet">,
  addresses: readonly string[],
  within: <T>(answer: Promise<T>) => Promise<T> = (answer) => answer,
): Promise<(string | null)[]> {
  const problems = addresses.map(destinationProblem);
  const wellFormed = addresses.filter((_, nth) => problems[nth] === null);
  if (wellFormed.length === 0) return problems;
  const { rows } = await sql<{ address: string }>`
    select address from wallets where address = any (${wellFormed}::text[])
    union all select address from cold_wallets where address = any (${wellFormed}::text[])
    union all select address from wallet_keys where address = any (${wellFormed}::text[])`.execute(db);
  const ours = new Set([platformWallet.address, ...rows.map(({ address }) => address)]);
  const programs = await programsAmong(
    chain,
    wellFormed.filter((address) => !ours.has(address)),
    within,
  );
  return addresses.map((address, nth) => {
    if (problems[nth]) return problems[nth];
    if (ours.has(address)) return "This address belongs to the platform";
    return programs.has(address) ? IS_PROGRAM : null;
  });
}

async function programsAmong(
  chain: Services["chain"],
  addresses: readonly string[],
  within: <T>(answer: Promise<T>) => Promise<T>,
): Promise<ReadonlySet<string>> {
  const programs = new Set<string>();
  await forEachConcurrently(addresses, ASKED_AT_ONCE, async (address) => {
    try {
      if ((await within(chain.account(address)))?.executable) programs.add(address);
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
    }
  });
  return programs;
}
