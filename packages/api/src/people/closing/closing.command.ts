import { formatAmount, SECURITY } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { isoTime } from "../../platform/queries/index.ts";
import type { Effects } from "../../platform/transactions/index.ts";
import { type Origin, recordSecurityEvent } from "../notifications/index.ts";

interface Change {
  readonly member: string;
  readonly from: Origin;
  readonly at: Date;
}

/**
 * Has a member's account close in {@link SECURITY} `closingDays`, by the database's clock, and mails a link that keeps it. Needs the
 * member's lock. @returns when it closes
 */
export async function beginClosing(
  trx: Transaction<DB>,
  effects: Effects,
  { balance, ...change }: Change & { readonly balance: bigint },
): Promise<string> {
  const { rows } = await sql<{ until: string }>`
    update users set closes_at = clock_timestamp() + make_interval(days => ${SECURITY.closingDays}) where id = ${change.member}
    returning ${sql.raw(isoTime("closes_at"))} as until`.execute(trx);
  const { until } = rows[0] as { until: string };
  const details = { until, ...(balance > 0n && { amount: formatAmount(balance) }) };
  await recordSecurityEvent(trx, effects, { ...change, kind: "account_closing", details });
  return until;
}

/** Keeps an account that is about to be closed; nothing happens to others. Needs the member's lock. @returns whether it was */
export async function keepAccount(trx: Transaction<DB>, effects: Effects, change: Change): Promise<boolean> {
  const { rows } = await sql`
    update users set closes_at = null where id = ${change.member} and closes_at is not null returning id`.execute(trx);
  if (rows.length === 0) return false;
  await recordSecurityEvent(trx, effects, { ...change, kind: "account_kept" });
  return true;
}
