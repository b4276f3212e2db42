import type { Database } from "@bbux/db";
import { sql } from "kysely";
import type { AlertKind } from "../chain/index.ts";
import { isDueSoon, payableSince } from "../chain/index.ts";
import type { OpenState } from "../withdrawals/index.ts";

/** Money figures for graphs and alarms, in lamports. */
export interface MoneyFigures {
  readonly openWithdrawals: Readonly<Partial<Record<OpenState, number>>>;
  /** Age of the oldest open withdrawal; 0 without one. */
  readonly oldestOpenSeconds: number;
  readonly openAlerts: Readonly<Partial<Record<AlertKind, number>>>;
  /** Last known balance on the chain. */
  readonly hotWallet: number;
  /** Since the last full watching round ended; null before the first. */
  readonly roundAgeSeconds: number | null;
  /** From the latest report: what neither books nor transfers in flight explain; null before the first. */
  readonly unexplained: number | null;
  /** Since the latest report; null before the first. */
  readonly reportAgeSeconds: number | null;
  readonly stopped: boolean;
  /** Since the witness last answered and kept up; null without one. */
  readonly witnessAgeSeconds: number | null;
  readonly waitingDeposits: number;
}

/** One statement over a few rows and partial indexes, so its cost doesn't grow with the history. */
export async function moneyFigures(db: Database, now: Date): Promise<MoneyFigures> {
  const { rows } = await sql<{
    withdrawals: MoneyFigures["openWithdrawals"] | null;
    oldest: Date | null;
    alerts: MoneyFigures["openAlerts"] | null;
    hot: string;
    round: Date | null;
    unexplained: string | null;
    report_age: number | null;
    stopped: boolean;
    witness: Date | null;
    waiting: number;
  }>`
    select (select jsonb_object_agg(state, n) from (
              select state, count(*) as n from withdrawals where state in ('REQUESTED', 'SIGNED', 'SENT') group by state) w
           ) as withdrawals,
           (select min(${payableSince}) from withdrawals w where state in ('REQUESTED', 'SIGNED', 'SENT') and ${isDueSoon}) as oldest,
           (select jsonb_object_agg(kind, n) from (
              select kind, count(*) as n from alerts where closed_at is null group by kind) a) as alerts,
           c.hot_lamports::text as hot, c.round_finished_at as round, c.withdrawals_stopped_at is not null as stopped,
           c.witness_seen_at as witness, (select count(*)::int from waiting_deposits where state = 'WAITING') as waiting,
           (select ((report ->> 'unexplained')::numeric * 1000000000)::bigint::text
              from reserve_reports order by checked_at desc limit 1) as unexplained,
           (select extract(epoch from clock_timestamp() - max(checked_at))::float8 from reserve_reports) as report_age
      from chain_state c`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("chain_state has no row");
  const since = (at: Date | null) => (at === null ? null : Math.max(0, (now.getTime() - at.getTime()) / 1_000));
  return {
    openWithdrawals: row.withdrawals ?? {},
    oldestOpenSeconds: since(row.oldest) ?? 0,
    openAlerts: row.alerts ?? {},
    hotWallet: Number(row.hot),
    roundAgeSeconds: since(row.round),
    unexplained: row.unexplained === null ? null : Number(row.unexplained),
    reportAgeSeconds: row.report_age,
    stopped: row.stopped,
    witnessAgeSeconds: since(row.witness),
    waitingDeposits: row.waiting,
  };
}
