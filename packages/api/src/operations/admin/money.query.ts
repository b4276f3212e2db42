import { type AdminMoney, formatAmount } from "@bbux/contract";
import type { Database } from "@bbux/db";
import { sql } from "kysely";
import { chainState, openAlerts } from "../../money/chain/index.ts";

interface Sum {
  readonly count: number;
  readonly amount: string;
}

/** Returns whether payments are running, waiting payments, unclaimed SOL and open alerts. Amounts include fees. */
export async function adminMoney(db: Database): Promise<AdminMoney> {
  const [{ withdrawalsStopped: stopped }, sums, alerts] = await Promise.all([
    chainState(db),
    sql<{ withdrawals: Sum; suspense: Sum }>`
      select
        (select json_build_object('count', count(*), 'amount', coalesce(sum(amount), 0)::text)
          from withdrawals where state in ('REQUESTED', 'SIGNED', 'SENT')) as withdrawals,
        (select json_build_object('count', count(*), 'amount', coalesce(sum(amount), 0)::text)
          from suspense_items where resolved_at is null) as suspense`.execute(db),
    openAlerts(db),
  ]);
  const [row] = sums.rows;
  const sum = (of: Sum | undefined) => ({ count: of?.count ?? 0, amount: formatAmount(BigInt(of?.amount ?? 0)) });
  return {
    stopped: stopped && { at: stopped.at.toISOString(), reason: stopped.because },
    openWithdrawals: sum(row?.withdrawals),
    suspense: sum(row?.suspense),
    alerts: alerts.map(({ id, kind, subject, detail, createdAt, seenAt }) => ({
      id,
      kind,
      subject,
      detail,
      since: createdAt.toISOString(),
      seenAt: seenAt.toISOString(),
    })),
  };
}
