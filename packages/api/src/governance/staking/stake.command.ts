import { formatAmount, type StakeOutput, stakeOutput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { post, stakeAdded, stakeRemoved, type Transfer } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import { requireMayLeave } from "../../people/leaving/index.ts";
import { tellOfPayment } from "../../people/notifications/index.ts";
import { lockWallet } from "../../people/security-holds/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { type Effects, once } from "../../platform/transactions/index.ts";
import { endOf } from "../rewards/index.ts";
import { lockedStake } from "./locked.query.ts";
import { rateOf } from "./read.queries.ts";

type Direction = "stake" | "unstake";

/**
 * Moves BBUX from the caller's available balance to their stake (docs/DECISIONS.md 1.7).
 * @param input.amount base units, more than 0
 * @throws AppError INSUFFICIENT_BALANCE, and what {@link requireMayLeave} throws
 */
export function stake(ctx: MemberContext, input: { readonly amount: bigint }): Promise<StakeOutput> {
  return change(ctx, "stake", input);
}

/**
 * Moves BBUX from the stake back to the available balance; suspended members may do this too (docs/DECISIONS.md §6
 * Withdrawals).
 * @throws AppError INSUFFICIENT_BALANCE when less is staked; STAKE_LOCKED, with `{locked, unlocksAt}`, for what counts
 * in an
 *   open vote
 */
export function unstake(ctx: MemberContext, input: { readonly amount: bigint }): Promise<StakeOutput> {
  return change(ctx, "unstake", input);
}

/**
 * Serves the screens, which use one call for both. @throws AppError BAD_REQUEST for another action, and the errors of
 * both commands
 */
export async function act(
  ctx: MemberContext,
  { action, amount }: { readonly action: string; readonly amount: bigint },
): Promise<StakeOutput> {
  if (action === "unstake") return unstake(ctx, { amount });
  if (action !== "stake") throw new AppError("BAD_REQUEST", { message: "Invalid action" });
  if (ctx.viewer.suspended) throw new AppError("ACCOUNT_SUSPENDED");
  return stake(ctx, { amount });
}

function change(
  ctx: MemberContext,
  direction: Direction,
  { amount }: { readonly amount: bigint },
): Promise<StakeOutput> {
  const run = async (trx: Transaction<DB>, effects: Effects) => {
    const isLarge = direction === "stake" && (await requireMayStake(trx, ctx, amount));
    const moved = await move(trx, ctx, direction, amount);
    if (isLarge) await tellOfPayment(trx, effects, ctx, { kind: "stake_added", amount });
    return moved;
  };
  return once(ctx, { call: `governance.${direction}`, input: { amount }, output: stakeOutput, run });
}

async function requireMayStake(trx: Transaction<DB>, ctx: MemberContext, amount: bigint): Promise<boolean> {
  const { id } = ctx.viewer;
  await lockWallet(trx, id);
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(amount), 0)::text as total from stake_changes
     where user_id = ${id} and amount > 0 and created_at > clock_timestamp() - interval '24 hours'`.execute(trx);
  return requireMayLeave(trx, ctx, { amount, before: BigInt(rows[0]?.total ?? 0) });
}

async function move(
  trx: Transaction<DB>,
  ctx: MemberContext,
  direction: Direction,
  amount: bigint,
): Promise<StakeOutput> {
  const { id: member } = ctx.viewer;
  const held = await lockStake(trx, member, ctx.now());
  if (direction === "unstake") await requireUnlocked(trx, ctx, held.amount, amount);
  const after = direction === "stake" ? held.amount + amount : held.amount - amount;
  const version = held.version + 1;
  const at = await timeOfChange(trx, ctx.now(), held.updatedAt);
  const { transferId } = await post(trx, transferOf(direction, member, amount, version));
  await trx
    .updateTable("stakes")
    .set({ amount: after.toString(), version, updated_at: at })
    .where("user_id", "=", member)
    .execute();
  await trx
    .insertInto("stake_changes")
    .values({
      user_id: member,
      version,
      created_at: at,
      transfer_id: transferId,
      amount: (after - held.amount).toString(),
      stake_after: after.toString(),
    })
    .execute();
  return {
    success: true,
    message: direction === "stake" ? `${formatAmount(amount)} BBUX staked` : `${formatAmount(amount)} BBUX unstaked`,
    newStake: formatAmount(after),
    rewardRate: await rateOf(trx, ctx, member),
  };
}

function transferOf(direction: Direction, member: string, amount: bigint, version: number): Transfer {
  const args = { member, amount, cause: `${member}:${version}`, refs: { member } };
  return direction === "stake" ? stakeAdded(args) : stakeRemoved(args);
}

interface Held {
  readonly amount: bigint;
  readonly version: number;
  readonly updatedAt: Date;
}

/**
 * Locks the member's stake, which staking, unstaking and voting do first. Creates the row if it doesn't exist.
 * @param now the creation time of a new row
 */
export async function lockStake(trx: Transaction<DB>, member: string, now: Date): Promise<Held> {
  await sql`insert into stakes (user_id, updated_at) values (${member}, ${now}) on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ amount: string; version: number; updated_at: Date }>`
    select amount::text, version, updated_at from stakes where user_id = ${member} for no key update`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error(`Member ${member} has no row of stakes`);
  return { amount: BigInt(row.amount), version: row.version, updatedAt: row.updated_at };
}

/**
 * Returns when a change takes effect: now, but never within a day that is being or was rewarded, and never before the
 * previous change, however the clocks of several processes differ. The run that opens a day waits for changes under way
 * and blocks new ones (rewards.command.ts), so the lowest stakes that it found stay valid.
 */
async function timeOfChange(trx: Transaction<DB>, now: Date, before: Date): Promise<Date> {
  const { rows } = await sql<{ day: string | null }>`select max(day)::text as day from reward_days`.execute(trx);
  const day = rows[0]?.day ?? null;
  const times = [now, before, ...(day === null ? [] : [endOf(day)])];
  return new Date(Math.max(...times.map((time) => time.getTime())));
}

async function requireUnlocked(
  trx: Transaction<DB>,
  ctx: MemberContext,
  staked: bigint,
  amount: bigint,
): Promise<void> {
  if (amount > staked) {
    throw new AppError("INSUFFICIENT_BALANCE", {
      message: "You haven't staked that much",
      details: { staked: formatAmount(staked) },
    });
  }
  const { amount: locked, unlocksAt } = await lockedStake(trx, ctx.viewer.id, ctx.now());
  if (staked - amount < locked) {
    throw new AppError("STAKE_LOCKED", {
      details: { locked: formatAmount(locked), unlocksAt: unlocksAt?.toISOString() ?? null },
    });
  }
}
