import type {
  adminMoneyOutput,
  approveDepositInput,
  approveDepositOutput,
  approveWithdrawalInput,
  approveWithdrawalOutput,
  closeAlertInput,
  refuseWithdrawalInput,
  refuseWithdrawalOutput,
  resolveSuspenseInput,
  resolveSuspenseOutput,
  runJobInput,
  setRoleInput,
  setRoleOutput,
} from "@bbux/contract";
import { formatAmount } from "@bbux/contract";
import type { z } from "zod";
import { areRivals } from "../../content/posts/index.ts";
import { settleAlert } from "../../money/chain/index.ts";
import { approveWaiting } from "../../money/deposits/index.ts";
import { assignSuspense, recordFloat, resumeWithdrawals, stopWithdrawals } from "../../money/hot-wallet/index.ts";
import { approveWithdrawal as approveLarge, refuseWithdrawal as refuseLarge } from "../../money/withdrawals/index.ts";
import { grantRole, refuseInterested } from "../../people/accounts/index.ts";
import { mailSoon } from "../../people/notifications/index.ts";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { adminMoney } from "./money.query.ts";
import { getAdminUser } from "./users.query.ts";

// The operator's commands, run by an admin: the same commands, with the admin's name in the audit log.

type Money = z.infer<typeof adminMoneyOutput>;

/** @throws AppError NOT_FOUND, FORBIDDEN, OWN_DECISION, HAS_INTEREST, LAST_ADMIN, CONFLICT for a suspended member */
export async function setRole(
  ctx: MemberContext,
  { id, role }: z.infer<typeof setRoleInput>,
): Promise<z.infer<typeof setRoleOutput>> {
  const by = { actor: ctx.viewer.id, refuse: refuseInterested(ctx, areRivals) };
  const changed = await grantRole(ctx, { member: id, role, ...by });
  await mailSoon(ctx);
  return { success: true, user: await getAdminUser(ctx.db, changed.id) };
}

/** Stops all payments. If they are already stopped, the first reason is kept. */
export async function stop(ctx: MemberContext, reason: string): Promise<Money> {
  await stopWithdrawals(ctx, reason, ctx.viewer.id);
  return { success: true, money: await adminMoney(ctx.db) };
}

/** Resumes payments. Withdrawals held in the meantime are paid within a minute. */
export async function resume(ctx: MemberContext, reason: string): Promise<Money> {
  await resumeWithdrawals(ctx, { actor: ctx.viewer.id, reason });
  return { success: true, money: await adminMoney(ctx.db) };
}

/** @throws AppError as {@link assignSuspense} and {@link recordFloat} */
export async function resolveSuspense(
  ctx: MemberContext,
  { id, username, reason }: z.infer<typeof resolveSuspenseInput>,
): Promise<z.infer<typeof resolveSuspenseOutput>> {
  const by = { actor: ctx.viewer.id, reason };
  const { amount, ...resolved } =
    username === null ? await recordFloat(ctx, id, by) : await assignSuspense(ctx, id, username, by);
  return { success: true, amount: formatAmount(amount), ...resolved };
}

/** @throws AppError NOT_FOUND, CONFLICT, FORBIDDEN, OWN_DECISION, CHAIN_UNAVAILABLE */
export async function approveDeposit(
  ctx: MemberContext,
  { id, reason }: z.infer<typeof approveDepositInput>,
): Promise<z.infer<typeof approveDepositOutput>> {
  const { amount, ...credited } = await approveWaiting(ctx, id, { actor: ctx.viewer.id, reason });
  return { success: true, amount: formatAmount(amount), ...credited };
}

/** @throws AppError WRONG_PASSWORD, RATE_LIMITED, NOT_FOUND, FORBIDDEN, OWN_DECISION, CONFLICT */
export async function approveWithdrawal(
  ctx: MemberContext,
  input: z.infer<typeof approveWithdrawalInput>,
): Promise<z.infer<typeof approveWithdrawalOutput>> {
  return { success: true, ...(await approveLarge(ctx, input)) };
}

/** @throws AppError NOT_FOUND, FORBIDDEN, OWN_DECISION, CONFLICT */
export async function refuseWithdrawal(
  ctx: MemberContext,
  input: z.infer<typeof refuseWithdrawalInput>,
): Promise<z.infer<typeof refuseWithdrawalOutput>> {
  return { success: true, ...(await refuseLarge(ctx, input)) };
}

/**
 * Closes an alert that was dealt with; it is raised again if its cause remains. @throws AppError NOT_FOUND, CONFLICT
 */
export async function closeAlert(ctx: MemberContext, { id, reason }: z.infer<typeof closeAlertInput>): Promise<Money> {
  const closed = await settleAlert(ctx, { id }, { actor: ctx.viewer.id, reason });
  if (closed === null) throw new AppError("NOT_FOUND", { message: "There is no such alert" });
  if (!closed) throw new AppError("CONFLICT", { message: "This alert is already closed" });
  return { success: true, money: await adminMoney(ctx.db) };
}

/** Runs a scheduled job once, now. @throws AppError NOT_FOUND */
export async function runJob(ctx: MemberContext, { name }: z.infer<typeof runJobInput>): Promise<{ success: true }> {
  if (!(await ctx.jobs.run(name))) throw new AppError("NOT_FOUND", { message: "There is no such scheduled job" });
  await ctx.db
    .transaction()
    .execute((trx) =>
      audit(trx, { actor: ctx.viewer.id, action: "JOB_STARTED", target: { kind: "job", id: name }, at: ctx.now() }),
    );
  return { success: true };
}
