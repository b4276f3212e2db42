import { ALLOW_LIST, DAY_MS, SECURITY } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Effects } from "../../platform/transactions/index.ts";
import { forgetRaisedSpending } from "../leaving/index.ts";
import { type Origin, recordSecurityEvent } from "../notifications/index.ts";
import { type CanceledPayouts, cancelSuspectPayouts } from "../security-holds/index.ts";

interface Change {
  readonly member: string;
  readonly from: Origin;
  readonly at: Date;
}

interface Tightened {
  /** Whether the list had been turned off, or was about to be. */
  readonly isListKept: boolean;
  /** Addresses that left it. */
  readonly removed: readonly string[];
}

/** Everything that a recovery took back, for the mail about it. */
type TakenBack = CanceledPayouts & Tightened;

/**
 * Takes back what someone who had the account may have prepared to get its value out: withdrawals and addresses that the member didn't
 * use more than 30 days before, what loosened the allow-list in these days, and a raised amount from which payments need a proof. For
 * every new password by mail. Needs `lockPayouts`, and the member's lock.
 * @param recovery.since when the account was frozen, or the present
 */
export async function takeBackPrepared(
  trx: Transaction<DB>,
  effects: Effects,
  { wasFrozen, since, ...change }: Change & { readonly wasFrozen: boolean; readonly since: Date },
): Promise<TakenBack> {
  const { member } = change;
  const canceled = await cancelSuspectPayouts(trx, member, { wasFrozen, since });
  await forgetRaisedSpending(trx, member);
  const suspect = new Date(since.getTime() - SECURITY.suspectDays * DAY_MS);
  return { ...canceled, ...(await tightenAllowList(trx, effects, { ...change, since: suspect })) };
}

/**
 * Takes back what loosens the member's allow-list and isn't in effect yet, or was asked for since then (docs/adr/0045). The events about
 * it have no mails, because what it follows from has one. Needs `lockPayouts`.
 */
export async function tightenAllowList(
  trx: Transaction<DB>,
  effects: Effects,
  { since, ...change }: Change & { readonly since: Date | null },
): Promise<Tightened> {
  const { member } = change;
  const { rows: kept } = await sql`
    update allow_lists set off_at = null
     where user_id = ${member} and (off_at > clock_timestamp()
       or off_at - make_interval(hours => ${ALLOW_LIST.hours}) >= ${since}::timestamptz)
    returning user_id`.execute(trx);
  const isListKept = kept.length > 0;
  if (isListKept) await recordSecurityEvent(trx, effects, { ...change, kind: "allow_list_on", isMailed: false });
  const { rows } = await sql<{ address: string }>`
    delete from allowed_addresses
     where user_id = ${member} and (usable_at > clock_timestamp() or added_at >= ${since}::timestamptz)
    returning address`.execute(trx);
  const removed = rows.map(({ address }) => address).sort();
  if (removed.length > 0) {
    const event = { kind: "allowed_address_removed", details: { removed }, isMailed: false } as const;
    await recordSecurityEvent(trx, effects, { ...change, ...event });
  }
  return { isListKept, removed };
}
