import { type ErrorCode, parseAmount, type spendingOutput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError, requireFreshProof } from "../../platform/errors/errors.ts";
import { hashSecret, requireOpenSession } from "../../platform/proofs/index.ts";
import { isoTime } from "../../platform/queries/index.ts";
import { hasFactorFor, requireNoHold, UNHELD_MOST } from "../security-holds/index.ts";
import { getSpending } from "./spending.query.ts";

/** What {@link requireMayLeave} refuses with. */
export const LEAVING_REFUSALS = [
  "ACCOUNT_FROZEN",
  "PAYMENTS_HELD",
  "STEP_UP_REQUIRED",
] as const satisfies readonly ErrorCode[];

const NEW_DEVICE =
  "For your security, you can't pay more than 10 BBUX a day here yet, because a new device signed in to your account recently. Try again once the hold has ended.";

interface Leaving {
  /** Base units. */
  readonly amount: bigint;
  /** What has left the same way within 24 hours, in base units. */
  readonly before: bigint;
}

/**
 * Asks before value leaves a member, or what they could pay out becomes bound: never after the session has ended or while anything holds their withdrawals, and only with a
 * fresh proof above the amount from which the member wants to be asked, or once a day comes to more than that and 10 BBUX (docs/adr/0040).
 * Needs `lockWallet`, so that payments at the same time are counted one after the other.
 * @returns whether to tell the member, because the payment is large even if they raised their limit
 * @throws AppError {@link LEAVING_REFUSALS}
 */
export async function requireMayLeave(trx: Transaction<DB>, ctx: MemberContext, leaving: Leaving): Promise<boolean> {
  await requireNoHold(trx, ctx.viewer.id);
  return requireProofToLeave(trx, ctx, leaving);
}

/**
 * Like {@link requireMayLeave}, for payments that another member receives immediately. A thief with the password could pay an accomplice
 * before the owner sees the email about the sign-in. So until a hold has passed since the latest sign-in with an unknown device, a session
 * younger than a hold pays no more than 10 BBUX a day, unless the member has an older second factor.
 * @throws AppError {@link LEAVING_REFUSALS}
 */
export async function requireMayPay(trx: Transaction<DB>, ctx: MemberContext, leaving: Leaving): Promise<boolean> {
  if (leaving.before + leaving.amount > UNHELD_MOST) await requireKnownDevice(trx, ctx);
  return requireMayLeave(trx, ctx, leaving);
}

async function requireKnownDevice(trx: Transaction<DB>, { viewer, session, money }: MemberContext): Promise<void> {
  const hours = money.securityHoldHours;
  if (hours === 0 || (await hasFactorFor(trx, viewer.id, hours))) return;
  const hold = sql`make_interval(hours => ${hours})`;
  const { rows } = await sql<{ until: string | null }>`
    select ${sql.raw(isoTime("until"))} as until from (
      select least(s.created_at, max(e.created_at)) + ${hold} as until
        from sessions s join security_events e on e.user_id = s.user_id
       where s.id_hash = ${hashSecret(session.token)} and e.kind = 'signed_in'
         and e.created_at > clock_timestamp() - ${hold} and s.created_at > clock_timestamp() - ${hold}
       group by s.id_hash) held`.execute(trx);
  const [held] = rows;
  if (held) throw new AppError("PAYMENTS_HELD", { message: NEW_DEVICE, details: { cause: "new_device", ...held } });
}

/** As {@link requireMayLeave}, for what is accepted while it is held. @throws AppError STEP_UP_REQUIRED */
export async function requireProofToLeave(
  trx: Transaction<DB>,
  ctx: MemberContext,
  { amount, before }: Leaving,
): Promise<boolean> {
  await requireOpenSession(trx, ctx);
  const limit = limitOf(await getSpending(trx, ctx.viewer.id));
  const total = before + amount;
  const isLarge = amount > limit || (total > limit && total > UNHELD_MOST);
  if (isLarge) requireFreshProof(ctx);
  return isLarge || total > UNHELD_MOST;
}

/** Above which amount a payment needs a fresh proof, in base units: 10 BBUX for a member whom the app never asks. */
export function limitOf({ confirmAbove }: z.infer<typeof spendingOutput>): bigint {
  return (confirmAbove === null ? null : parseAmount(confirmAbove)) ?? UNHELD_MOST;
}
