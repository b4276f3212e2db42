import { DAY_MS, formatAmount, GOVERNANCE, type GovernanceStats, type PlatformMetrics } from "@bbux/contract";
import { type Database, statement } from "@bbux/db";
import { balancesSql } from "@bbux/ledger";
import { sql } from "kysely";
import type { Levels, PlatformFigures } from "./rates.rules.ts";

/** The platform's totals at one moment, in base units. */
export interface Figures extends PlatformFigures {
  readonly stakers: number;
  /** All fees the treasury ever collected. */
  readonly collected: bigint;
  /** All rewards ever paid. */
  readonly distributed: bigint;
}

type Texts = { readonly [Name in Exclude<keyof Figures, "stakers">]: string } & { readonly stakers: number };

/**
 * One statement, so the figures are of one moment. It never scans the ledger's entries: circulation is what the
 * platform itself doesn't hold, fees are what the treasury has plus what it gave out, and stake is a running count. The
 * cost grows only with a month's bounties and with days.
 */
const readFigures = statement(
  (since: Date, until: Date) => sql<Texts>`
    with held as (
      select coalesce(sum(balance) filter (where kind = 'treasury'), 0) as treasury, -coalesce(sum(balance), 0) as circulating
        from ${balancesSql()} as b where kind in ('treasury', 'external', 'pool', 'suspense', 'equity')
    ), staked as (
      select coalesce(sum(n) filter (where name = 'staked'), 0) as staked,
             coalesce(sum(n) filter (where name = 'stakers'), 0)::int as stakers
        from platform_counts where name in ('staked', 'stakers')
    ), placed as (
      select coalesce(sum(bounty_amount), 0) as volume from posts where bounty_amount > 0 and created_at between ${since} and ${until}
    ), rewarded as (
      select coalesce(sum(case state when 'DONE' then paid else allotted end), 0) as given, coalesce(sum(paid), 0) as paid
        from reward_days
    )
    select volume::text, treasury::text, staked::text, circulating::text, stakers, (treasury + given)::text as collected,
           paid::text as distributed
      from held, staked, placed, rewarded`,
);

/** Returns the running count of all stake, in base units. */
export async function stakedInAll(db: Database): Promise<bigint> {
  const { rows } = await sql<{ staked: string }>`
    select coalesce(sum(n), 0)::text as staked from platform_counts where name = 'staked'`.execute(db);
  return BigInt(rows[0]?.staked ?? 0);
}

/** @param at the end of the 30 days whose bounties count */
export async function figuresAt(db: Database, at: Date): Promise<Figures> {
  const [row] = await readFigures(db, windowBefore(at), at);
  if (!row) throw new Error("The figures gave no row");
  const { stakers, volume, treasury, staked, circulating, collected, distributed } = row;
  return {
    stakers,
    volume: BigInt(volume),
    treasury: BigInt(treasury),
    staked: BigInt(staked),
    circulating: BigInt(circulating),
    collected: BigInt(collected),
    distributed: BigInt(distributed),
  };
}

/** Returns the start of the 30 days that end at `at`, over which bounties and votes count (docs/DECISIONS.md 1.7). */
export function windowBefore(at: Date): Date {
  return new Date(at.getTime() - GOVERNANCE.windowDays * DAY_MS);
}

/** Shapes the four totals of the dashboard. */
export function statsOut(figures: Figures): GovernanceStats {
  return {
    totalStaked: formatAmount(figures.staked),
    totalTreasury: formatAmount(figures.treasury),
    totalCollected: formatAmount(figures.collected),
    totalDistributed: formatAmount(figures.distributed),
  };
}

/** Shapes the platform's health. */
export function metricsOut(figures: Figures, levels: Levels): PlatformMetrics {
  return { monthlyVolume: formatAmount(figures.volume), activeStakers: figures.stakers, ...levels };
}
