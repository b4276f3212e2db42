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

/** Lamports that count within each window. */
export type PaidOut = Readonly<Record<PayoutWindow, bigint>>;

/**
 * Returns what counts toward the limits of the platform: everything that was signed within the window by the database's clock, up to a
 * minute more, and may land or has, and what is about to be signed. Runs under the lock of `chain_state`, so two workers can't both use
 * what is left.
 */
export async function paidOut(trx: Transaction<DB>): Promise<PaidOut> {
  const { rows } = await sql<Record<PayoutWindow, string>>`
    select coalesce(sum(lamports) filter (where minute > clock_timestamp() - interval '1 hour 1 minute'), 0)::text as hour,
           coalesce(sum(lamports), 0)::text as day
      from (select minute, lamports from payout_minutes
             union all select clock_timestamp(), w.net_amount from payment_nonces n join withdrawals w on w.id = n.withdrawal_id
              where w.state = 'REQUESTED') as paid
     where minute > clock_timestamp() - interval '24 hours 1 minute'`.execute(trx);
  const [row] = rows;
  return { hour: BigInt(row?.hour ?? 0), day: BigInt(row?.day ?? 0) };
}

/**
 * Returns which limits of the platform a withdrawal of this many lamports would exceed.
 * @param paid what counts besides it
 */
export function exceededLimits(
  paid: PaidOut,
  lamports: bigint,
  limits: Services["money"]["payoutLimits"],
): readonly Exceeded[] {
  const above = WINDOWS.filter((window) => paid[window] + lamports > limits[window]).map((window) => ({
    window,
    limit: limits[window],
    paid: paid[window],
    isAlone: lamports > limits[window],
  }));
  // One that never fits waits for an operator, and nobody waits behind it.
  const alone = above.filter(({ isAlone }) => isAlone);
  return alone.length > 0 ? alone : above;
}

/** What counts after this many more lamports. */
export function withMore({ hour, day }: PaidOut, lamports: bigint): PaidOut {
  return { hour: hour + lamports, day: day + lamports };
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
