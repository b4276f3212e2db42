import type { DB } from "@bbux/db";
import { fundPool, REWARDS_POOL } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { parametersIn } from "../../platform/parameters/index.ts";
import { figuresAt, windowBefore } from "./metrics.queries.ts";
import { type PersonalRate, type PlatformFigures, personalRate, platformRate, type Rate } from "./rates.rules.ts";
import { allotment, type Day, endOf, nextDay, startOf } from "./rewards.rules.ts";

type Needs = Pick<Services, "now" | "parameterDefaults">;

/**
 * Opens the next due day in the caller's transaction; from then on no stake change counts within it. Waits for changes
 * under way, and later ones wait for this and find the day open (stake.command.ts). Only one day is open at a time.
 * @returns the day, also one that was opened before and isn't finished; null when no day is due
 */
export async function beginDay(trx: Transaction<DB>, { now }: Pick<Needs, "now">): Promise<Day | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('rewards', 0))`.execute(trx);
  const known = await knownDays(trx);
  if (known.open !== null) return known.open;
  const at = now();
  const day = nextDay(known, at);
  if (day === null) return null;
  await sql`lock table stakes in share mode`.execute(trx);
  await sql`insert into reward_days (day, state, started_at) values (${day}::date, 'BEGUN', ${at})`.execute(trx);
  return day;
}

async function knownDays(
  trx: Transaction<DB>,
): Promise<{ open: Day | null; last: Day | null; firstStake: Date | null }> {
  const { rows } = await sql<{ open: Day | null; last: Day | null; firstStake: Date | null }>`
    select (select min(day)::text from reward_days where state <> 'DONE') as open,
           (select max(day)::text from reward_days) as last,
           (select min(created_at) from stake_changes) as "firstStake"`.execute(trx);
  return rows[0] ?? { open: null, last: null, firstStake: null };
}

/**
 * Computes the day's rate and everyone's reward, and sets the sum aside from the treasury, in the caller's transaction
 * under the lock of the day's row. The rate depends on bounties, stakes and parameters at the end of the day; treasury
 * and circulation are as of now.
 */
export async function reckonDay(trx: Transaction<DB>, { parameterDefaults }: Needs, day: Day): Promise<void> {
  const end = endOf(day);
  const parameters = await parametersIn(trx, parameterDefaults, end);
  const { staked, stakers } = await stakedAt(trx, end);
  const figures = { ...(await figuresAt(trx, end)), staked };
  const rate = platformRate(figures, parameters);
  const voters = personalRate(rate, parameters.governanceBonus, true);
  const due = await writePayments(trx, day, { rate, voters, treasury: figures.treasury });
  const allotted = allotment(due, figures.treasury);
  await writeDay(trx, day, { rate, voters, figures, stakers, due, allotted });
  if (allotted === 0n) return;
  await fundPool(trx, {
    pool: REWARDS_POOL,
    amount: allotted,
    cause: `rewards:${day}`,
    reason: `Staking rewards of ${day}`,
    refs: { day },
  });
}

async function stakedAt(trx: Transaction<DB>, instant: Date): Promise<{ staked: bigint; stakers: number }> {
  const { rows } = await sql<{ staked: string; stakers: number }>`
    select coalesce(sum(stake), 0)::text as staked, count(*) filter (where stake > 0)::int as stakers
      from (select ${stakeBefore(instant)} as stake from stakes s) as x`.execute(trx);
  return { staked: BigInt(rows[0]?.staked ?? 0), stakers: rows[0]?.stakers ?? 0 };
}

/** The stake of the member of `s`, a row of stakes, just before an instant. A member's changes are ordered by time. */
function stakeBefore(instant: Date) {
  return sql`case when s.updated_at < ${instant} then s.amount else coalesce((
    select c.stake_after from stake_changes c where c.user_id = s.user_id and c.created_at < ${instant}
     order by c.version desc limit 1), 0) end`;
}

interface Terms {
  readonly rate: Rate;
  /** For members who have voted. */
  readonly voters: PersonalRate;
  readonly treasury: bigint;
}

/**
 * Writes every member's reward: stake times rate, reduced by the same ratio for everyone when the treasury is short,
 * and rounded down so that the sum never exceeds what is set aside. One statement, so memory doesn't grow with the
 * members. Members who left get nothing.
 * @returns the total due
 */
async function writePayments(trx: Transaction<DB>, day: Day, { rate, voters, treasury }: Terms): Promise<bigint> {
  const [start, end] = [startOf(day), endOf(day)];
  const voted = (table: "refund_votes" | "proposal_votes") => sql`exists (
    select from ${sql.table(table)} v
     where v.voter_id = l.user_id and v.created_at >= ${windowBefore(end)} and v.created_at < ${end})`;
  const { rows } = await sql<{ due: string }>`
    with held as (
      select s.user_id, ${stakeBefore(start)} as stake from stakes s
    ), changed as (
      select user_id, min(stake_after) as stake from stake_changes
       where created_at >= ${start} and created_at < ${end} group by user_id
    ), lowest as (
      select h.user_id, least(h.stake, c.stake) as stake
        from held h join users u on u.id = h.user_id and u.deleted_at is null
        left join changed c on c.user_id = h.user_id
       where h.stake > 0
    ), rated as (
      select l.user_id, l.stake,
             case when ${voted("refund_votes")} or ${voted("proposal_votes")} then ${voters.totalRate.toString()}::integer
                  else ${rate.totalRate.toString()}::integer end as rate
        from lowest l
    ), dues as (
      select user_id, stake, rate, div(stake::numeric * rate, 1000000) as due from rated
    ), total as (
      select coalesce(sum(due), 0) as due, least(coalesce(sum(due), 0), greatest(${treasury.toString()}::numeric, 0)) as allotted
        from dues
    ), written as (
      insert into reward_payments (day, user_id, stake, rate, due, amount)
      select ${day}::date, d.user_id, d.stake, d.rate, d.due, div(d.due * t.allotted, nullif(t.due, 0))
        from dues d, total t where d.due > 0 and div(d.due * t.allotted, nullif(t.due, 0)) > 0
    )
    select due::text from total`.execute(trx);
  return BigInt(rows[0]?.due ?? 0);
}

async function writeDay(
  trx: Transaction<DB>,
  day: Day,
  reckoned: Omit<Terms, "treasury"> & {
    readonly figures: PlatformFigures;
    readonly stakers: number;
    readonly due: bigint;
    readonly allotted: bigint;
  },
): Promise<void> {
  const { rate, voters, figures, stakers, due, allotted } = reckoned;
  await sql`
    update reward_days
       set state = 'OPEN', base_rate = ${rate.baseRate.toString()}, activity_bonus = ${rate.activityBonus.toString()},
           treasury_bonus = ${rate.treasuryBonus.toString()}, governance_bonus = ${voters.governanceBonus.toString()},
           participation_penalty = ${rate.participationPenalty.toString()}, total_rate = ${rate.totalRate.toString()},
           max_rate = ${rate.maxRate.toString()}, volume = ${figures.volume.toString()},
           treasury = ${figures.treasury.toString()}, staked = ${figures.staked.toString()},
           circulating = ${figures.circulating.toString()}, stakers = ${stakers}, due = ${due.toString()},
           allotted = ${allotted.toString()}
     where day = ${day}::date`.execute(trx);
}
