import { formatAmount, type StakeOutput, stakeOutput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { post, stakeAdded, stakeRemoved, type Transfer } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { MemberContext } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { once } from "../../idempotency.ts";
import { demandViewer } from "../../viewer.ts";
import { lockedStake } from "../proposals/locked.query.ts";
import { rateOf } from "./read.queries.ts";
import { endOf } from "./rewards.rules.ts";

type Direction = "stake" | "unstake";

/**
 * Moves BBUX from the caller's free balance to their stake (DECISIONS 1.7).
 * @param input.amount base units, more than 0
 * @throws AppError INSUFFICIENT_BALANCE
 */
export function stake(ctx: MemberContext, input: { readonly amount: bigint }): Promise<StakeOutput> {
  return change(ctx, "stake", input);
}

/**
 * Moves BBUX back; a suspended member may, too (DECISIONS §6 Withdrawals).
 * @throws AppError INSUFFICIENT_BALANCE when less is staked; STAKE_LOCKED, with `{locked, unlocksAt}`, for what counts in an
 *   open vote
 */
export function unstake(ctx: MemberContext, input: { readonly amount: bigint }): Promise<StakeOutput> {
  return change(ctx, "unstake", input);
}

/** The screens' one call for both. @throws AppError BAD_REQUEST for another action, and whatever the two throw */
export async function act(
  ctx: MemberContext,
  { action, amount }: { readonly action: string; readonly amount: bigint },
): Promise<StakeOutput> {
  if (action === "unstake") return unstake(ctx, { amount });
  if (action !== "stake") throw new AppError("BAD_REQUEST", { message: "Invalid action" });
  demandViewer(ctx, "member");
  return stake(ctx, { amount });
}

function change(ctx: MemberContext, direction: Direction, input: { readonly amount: bigint }): Promise<StakeOutput> {
  const run = (trx: Transaction<DB>) => move(trx, ctx, direction, input.amount);
  return once(ctx, { call: `governance.${direction}`, input: { amount: input.amount }, output: stakeOutput, run });
}

async function move(
  trx: Transaction<DB>,
  ctx: MemberContext,
  direction: Direction,
  amount: bigint,
): Promise<StakeOutput> {
  const { id: member } = ctx.viewer;
  const held = await lockStake(trx, member, ctx.now());
  if (direction === "unstake") await demandUnlocked(trx, ctx, held.amount, amount);
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
      ...{ user_id: member, version, created_at: at, transfer_id: transferId },
      amount: (after - held.amount).toString(),
      stake_after: after.toString(),
    })
    .execute();
  return {
    success: true,
    message: `${formatAmount(amount)} BBUX ${direction}d`,
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
 * The member's stake, under the lock that staking, unstaking and voting take first. Its row is made when it is not there.
 * @param now when it is made
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
 * When a change counts: now, and never within a day that is being rewarded or was, nor before the change before it, whatever
 * the clocks of several processes say. The run that begins a day waits for changes under way and lets none begin meanwhile
 * (rewards.command.ts): so what it found the lowest stakes to be stays so.
 */
async function timeOfChange(trx: Transaction<DB>, now: Date, before: Date): Promise<Date> {
  const { rows } = await sql<{ day: string | null }>`select max(day)::text as day from reward_days`.execute(trx);
  const day = rows[0]?.day ?? null;
  const times = [now, before, ...(day === null ? [] : [endOf(day)])];
  return new Date(Math.max(...times.map((time) => time.getTime())));
}

async function demandUnlocked(trx: Transaction<DB>, ctx: MemberContext, staked: bigint, amount: bigint): Promise<void> {
  if (amount > staked) {
    throw new AppError("INSUFFICIENT_BALANCE", {
      message: "You have not staked as much",
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
