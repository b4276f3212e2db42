import { type ErrorCode, parseAmount, type spendingOutput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Transaction } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { requireFreshProof } from "../../platform/errors/errors.ts";
import { requireOpenSession } from "../../platform/proofs/index.ts";
import { requireNoHold, UNHELD_MOST } from "../security-holds/index.ts";
import { getSpending } from "./spending.query.ts";

/** What {@link requireMayLeave} refuses with. */
export const LEAVING_REFUSALS = [
  "ACCOUNT_FROZEN",
  "PAYMENTS_HELD",
  "STEP_UP_REQUIRED",
] as const satisfies readonly ErrorCode[];

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
 * @returns whether the member is to be told of it, because it is large, even for a member with a raised limit
 * @throws AppError {@link LEAVING_REFUSALS}
 */
export async function requireMayLeave(trx: Transaction<DB>, ctx: MemberContext, leaving: Leaving): Promise<boolean> {
  await requireNoHold(trx, ctx.viewer.id);
  return requireProofToLeave(trx, ctx, leaving);
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
