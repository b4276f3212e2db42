import { formatAmount } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { type Alert, raiseAlert } from "../chain/index.ts";

export const WINDOWS = ["hour", "day"] as const;
export type PayoutWindow = (typeof WINDOWS)[number];

/** A withdrawal that doesn't fit into what the platform may pay now. Amounts in lamports. */
export interface Exceeded {
  readonly window: PayoutWindow;
  readonly limit: bigint;
  /** Signed within the window. */
  readonly paid: bigint;
  /** The withdrawal alone is more than the limit, so waiting doesn't help. */
  readonly isAlone: boolean;
}

/**
 * Returns which limits of the platform a withdrawal would exceed. Everything counts that was signed within the window by the
 * database's clock, up to a minute more, and may land or has, and what is about to be signed. Runs under the lock of `chain_state`, so
 * two workers can't both use what is left.
 * @param payment.lamports what arrives at the destination
 */
export async function exceededLimits(
  trx: Transaction<DB>,
  { id, lamports }: { readonly id: string; readonly lamports: bigint },
  limits: Services["money"]["payoutLimits"],
): Promise<readonly Exceeded[]> {
  const { rows } = await sql<Record<PayoutWindow, string>>`
    select coalesce(sum(lamports) filter (where minute > clock_timestamp() - interval '1 hour 1 minute'), 0)::text as hour,
           coalesce(sum(lamports), 0)::text as day
      from (select minute, lamports from payout_minutes
             union all select minute, -lamports from payouts where withdrawal_id = ${id}
             union all select clock_timestamp(), w.net_amount from payment_nonces n join withdrawals w on w.id = n.withdrawal_id
              where w.state = 'REQUESTED' and w.id <> ${id}) as paid
     where minute > clock_timestamp() - interval '24 hours 1 minute'`.execute(trx);
  const paid = (window: PayoutWindow) => BigInt(rows[0]?.[window] ?? 0);
  const above = WINDOWS.filter((window) => paid(window) + lamports > limits[window]).map((window) => ({
    window,
    limit: limits[window],
    paid: paid(window),
    isAlone: lamports > limits[window],
  }));
  // One that never fits waits for an operator, and nobody waits behind it.
  const alone = above.filter(({ isAlone }) => isAlone);
  return alone.length > 0 ? alone : above;
}

/**
 * Alerts operators once while withdrawals wait for a limit.
 * @returns the alerts about limits that nothing exceeds, to be closed when nothing waits for a limit any more
 */
export async function reportLimits(
  services: Pick<Services, "db" | "now">,
  exceeded: ReadonlyMap<PayoutWindow, Exceeded>,
): Promise<Pick<Alert, "kind" | "subject">[]> {
  for (const [window, { limit, paid, isAlone }] of exceeded) {
    const what = `at most ${formatAmount(limit)} SOL are paid within ${window === "hour" ? "an hour" : "24 hours"}`;
    const detail = isAlone
      ? `A withdrawal waits that is above the limit alone: ${what}. Raise the limit or cancel it`
      : `Withdrawals wait: ${what}, and ${formatAmount(paid)} SOL were`;
    await raiseAlert(services, { kind: "withdrawal_limit", subject: window, detail });
  }
  return WINDOWS.filter((window) => !exceeded.has(window)).map((subject) => ({ kind: "withdrawal_limit", subject }));
}
