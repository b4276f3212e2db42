import { formatAmount, type GovernanceHistory } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { dayOf, daysAfter, fraction } from "../rewards/index.ts";

const DAYS = { month: 30, quarter: 90, year: 365, all: null } as const;

interface Row {
  readonly day: string;
  readonly treasury: string;
  readonly staked: string;
  readonly circulating: string;
  readonly volume: string;
  readonly stakers: number;
  readonly total_rate: number;
  readonly due: string;
  readonly paid: string;
}

/** Returns treasury, stake and rate for each rewarded UTC day of the range, oldest first. */
export async function governanceHistory(db: Database, range: keyof typeof DAYS, now: Date): Promise<GovernanceHistory> {
  const days = DAYS[range];
  const since = days === null ? null : daysAfter(dayOf(now), -days);
  const { rows } = await sql<Row>`
    select day::text, treasury::text, staked::text, circulating::text, volume::text, stakers, total_rate, due::text, paid::text
      from reward_days where state <> 'BEGUN' and (${since}::date is null or day >= ${since}::date) order by day`.execute(
    db,
  );
  const text = (units: string) => formatAmount(BigInt(units));
  return {
    points: rows.map(({ day, stakers, total_rate, ...amounts }) => ({
      day,
      stakers,
      treasury: text(amounts.treasury),
      staked: text(amounts.staked),
      circulating: text(amounts.circulating),
      volume: text(amounts.volume),
      totalRate: fraction(total_rate),
      due: text(amounts.due),
      paid: text(amounts.paid),
    })),
  };
}
