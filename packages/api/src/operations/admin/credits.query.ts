import type { listSuspenseOutput, WaitingDeposit } from "@bbux/contract";
import type { z } from "zod";
import { approvalsOf } from "../../money/credit-approvals/index.ts";
import { listWaiting } from "../../money/deposits/index.ts";
import { listSuspense } from "../../money/reserves/index.ts";
import type { MemberContext } from "../../platform/context/index.ts";

/** Nothing is left to approve, or it is no admin's decision. */
const NOT_NEEDED = { takesTwo: false, missing: 0, approvals: [], approved: false };

/** Returns unclaimed arrivals, with who has approved what of the open ones. */
export async function suspenseWithApprovals(ctx: MemberContext): Promise<z.infer<typeof listSuspenseOutput>> {
  const { items, openTotal } = await listSuspense(ctx.db);
  const isOpen = ({ status }: (typeof items)[number]) => status === "open";
  const of = await approvalsOf(ctx, "suspense", items.filter(isOpen));
  return { items: items.map((item) => ({ ...item, ...(isOpen(item) ? of(item) : NOT_NEEDED) })), openTotal };
}

/** Returns deposits that wait, with who has approved those that wait for admins. */
export async function waitingWithApprovals(ctx: MemberContext): Promise<WaitingDeposit[]> {
  const waiting = await listWaiting(ctx.db);
  const isAdmins = ({ reason }: (typeof waiting)[number]) => reason === "approval";
  const of = await approvalsOf(ctx, "deposit", waiting.filter(isAdmins));
  return waiting.map((deposit) => ({ ...deposit, ...(isAdmins(deposit) ? of(deposit) : NOT_NEEDED) }));
}
