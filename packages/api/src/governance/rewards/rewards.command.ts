import type { DB } from "@bbux/db";
import { poolReturned, post, rewardsPaid } from "@bbux/ledger";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { beginDay, reckonDay } from "./rewards.open.ts";
import type { Day } from "./rewards.rules.ts";

type Needs = Pick<Services, "db" | "now" | "parameterDefaults" | "failpoint">;

/** Few enough to keep the locks on their accounts short. */
const BATCH_SIZE = 1_000;

/** The result of one day, in base units. */
export interface RewardedDay {
  readonly day: Day;
  /** The sum due at the day's rate, and how much of it the treasury could reserve. */
  readonly due: bigint;
  readonly allotted: bigint;
  readonly paid: bigint;
  readonly members: number;
}

/**
 * Pays the staking rewards of every UTC day that is over and not yet rewarded, from the treasury alone
 * (docs/DECISIONS.md 1.7). A day is opened, computed, paid in batches and closed, each step in a transaction under the
 * lock of the day's row. So concurrent or killed runs lead to the same payments.
 * @param options.batchSize members who are paid in one transfer
 * @returns the days that were finished, by this run or a concurrent one
 */
export async function payRewards(needs: Needs, { batchSize = BATCH_SIZE } = {}): Promise<RewardedDay[]> {
  const done: RewardedDay[] = [];
  for (;;) {
    const day = await inTransaction(needs.db, (trx) => beginDay(trx, needs));
    if (day === null) return done;
    await needs.failpoint("rewards.begun");
    await allot(needs, day);
    await needs.failpoint("rewards.allotted");
    while (await payPortion(needs, day, batchSize)) await needs.failpoint("rewards.paid");
    done.push(await finish(needs, day));
    await needs.failpoint("rewards.finished");
  }
}

/** In the caller's transaction, if `db` is one; deferred constraints are checked right away then, instead of at the commit. */
async function inTransaction<Result>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> {
  if (!db.isTransaction) return db.transaction().execute(work);
  const result = await work(db as Transaction<DB>);
  await sql`set constraints all immediate`.execute(db);
  await sql`set constraints all deferred`.execute(db);
  return result;
}

function allot(needs: Needs, day: Day): Promise<void> {
  return inTransaction(needs.db, async (trx) => {
    const { state } = await lockDay(trx, day);
    if (state !== "BEGUN") return;
    await sql`set local statement_timeout = '4min'`.execute(trx);
    await reckonDay(trx, needs, day);
    await needs.failpoint("rewards.uncommitted");
  });
}

/** @returns false when nobody is left to be paid */
function payPortion({ db, failpoint }: Needs, day: Day, batchSize: number): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { state, paidUpTo } = await lockDay(trx, day);
    if (state === "DONE") return false;
    const portion = await nextPortion(trx, day, paidUpTo, batchSize);
    const last = portion.at(-1);
    if (!last) return false;
    const gone = portion.filter(({ isGone }) => isGone).map(({ member }) => member);
    if (gone.length > 0) await giveNothing(trx, day, gone);
    const payments = portion.filter(({ isGone }) => !isGone);
    const paid = payments.reduce((sum, { amount }) => sum + amount, 0n);
    if (payments.length > 0) {
      const cause = `rewards:${day}:${payments[0]?.member}`;
      await post(trx, rewardsPaid({ payments, cause, reason: `Staking reward of ${day}`, refs: { day } }));
    }
    await sql`
      update reward_days set paid = paid + ${paid.toString()}::bigint, paid_members = paid_members + ${payments.length},
             paid_up_to = ${last.member}
       where day = ${day}::date`.execute(trx);
    await failpoint("rewards.unpaid");
    return true;
  });
}

interface Payment {
  readonly member: string;
  readonly amount: bigint;
  readonly isGone: boolean;
}

/** A member who is closing their account waits for this, or has already left. */
async function nextPortion(trx: Transaction<DB>, day: Day, after: string, batchSize: number): Promise<Payment[]> {
  const { rows } = await sql<{ member: string; amount: string; isGone: boolean }>`
    select p.user_id::text as member, p.amount::text, u.deleted_at is not null as "isGone"
      from reward_payments p join users u on u.id = p.user_id
     where p.day = ${day}::date and p.user_id > ${after} order by p.user_id limit ${batchSize} for key share of u`.execute(
    trx,
  );
  return rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }));
}

async function giveNothing(trx: Transaction<DB>, day: Day, members: readonly string[]): Promise<void> {
  await sql`
    update reward_payments set amount = 0 where day = ${day}::date and user_id = any (${members}::bigint[])`.execute(
    trx,
  );
}

/** Returns to the treasury what rounding left over and the shares of members who left. */
function finish({ db, now, failpoint }: Needs, day: Day): Promise<RewardedDay> {
  return inTransaction(db, async (trx) => {
    const { state, due, allotted, paid, members } = await lockDay(trx, day);
    if (state === "OPEN") {
      const left = allotted - paid;
      if (left > 0n) await post(trx, poolReturned({ amount: left, cause: `rewards:${day}`, refs: { day } }));
      await sql`update reward_days set state = 'DONE', finished_at = ${now()} where day = ${day}::date`.execute(trx);
      await failpoint("rewards.unfinished");
    }
    return { day, due, allotted, paid, members };
  });
}

async function lockDay(
  trx: Transaction<DB>,
  day: Day,
): Promise<RewardedDay & { readonly state: string; readonly paidUpTo: string }> {
  // A batch has a thousand entries and takes longer than a request's statement may.
  await sql`set local statement_timeout = '1min'`.execute(trx);
  const { rows } = await sql<{
    state: string;
    paidUpTo: string;
    due: string;
    allotted: string;
    paid: string;
    members: number;
  }>`
    select state, paid_up_to::text as "paidUpTo", due::text, allotted::text, paid::text, paid_members as members
      from reward_days where day = ${day}::date for no key update`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error(`${day} was not begun`);
  return { ...row, day, due: BigInt(row.due), allotted: BigInt(row.allotted), paid: BigInt(row.paid) };
}
