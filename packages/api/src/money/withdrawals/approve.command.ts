import { toDbId } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { confirmPasswordOrProof, requireSamePassword } from "../../people/password-check/index.ts";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { MemberContext, Services } from "../../platform/context/index.ts";
import { AppError, requireFreshProof } from "../../platform/errors/errors.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { closeAlert } from "../chain/index.ts";
import { requireApprover } from "../credit-approvals/index.ts";
import { APPROVALS, hasApprovals, isApprovedBy } from "./approvals.sql.ts";
import { refund } from "./subjects.ts";
import { isUnsigned } from "./waiting.sql.ts";

interface Unapproved {
  readonly id: string;
  readonly userId: string;
  readonly username: string;
  readonly amount: bigint;
  /** Whether its time to be approved is over. */
  readonly isLate: boolean;
  /** Whether the admin, or an account in the admin's browser, has approved it. */
  readonly isApproved: boolean;
}

/**
 * Approves a large withdrawal as the calling admin, who gives the password again. It is paid once two different admins have; the
 * member who withdraws is never one of them, nor is an account in the same browser (docs/adr/0025).
 * @returns whose it is, and how many approvals it lacks now
 * @throws AppError WRONG_PASSWORD, STEP_UP_REQUIRED, RATE_LIMITED, NOT_FOUND, FORBIDDEN, OWN_DECISION; CONFLICT when it doesn't wait, its time is over, or
 *   the caller has approved it
 */
export async function approveWithdrawal(
  ctx: MemberContext,
  input: { readonly id: string; readonly password?: string | undefined; readonly reason: string },
): Promise<{ username: string; missing: number }> {
  const { id: admin } = ctx.viewer;
  requireFreshProof(ctx, { password: true });
  await requireUnapproved(ctx.db, admin, input.id);
  await requireApprover(ctx.db, admin);
  const passwordHash = await confirmPasswordOrProof(ctx, input.password);
  const done = await ctx.db.transaction().execute(async (trx) => {
    const { id, userId, username, amount, isLate, isApproved } = await lockUnapproved(trx, admin, input.id);
    await requireSamePassword(trx, admin, passwordHash);
    // Holds lock the member, too, so none that began is overlooked.
    await requireApprover(trx, admin);
    if (isLate) throw new AppError("CONFLICT", { message: "The time to approve this withdrawal is over" });
    if (isApproved) {
      throw new AppError("CONFLICT", {
        message: "You've already approved this, or an admin who uses the same browser has",
      });
    }
    await trx
      .insertInto("withdrawal_approvals")
      .values({ withdrawal_id: id, admin_id: admin, reason: input.reason })
      .execute();
    await audit(trx, {
      actor: admin,
      action: "WITHDRAWAL_APPROVED",
      target: { kind: "withdrawal", id },
      subject: userId,
      reason: input.reason,
      details: { amount: amount.toString() },
      at: ctx.now(),
    });
    const isComplete = await hasApprovals(trx, id);
    if (isComplete) {
      await trx
        .updateTable("withdrawals")
        .set({ waits_for: null, updated_at: ctx.now() })
        .where("id", "=", id)
        .execute();
      await closeAlert({ db: trx, now: ctx.now }, "withdrawal_waiting", id);
    }
    return { username, missing: isComplete ? 0 : APPROVALS - 1 };
  });
  if (done.missing === 0) await ctx.enqueue("withdrawals", {});
  return done;
}

/**
 * Refuses a large withdrawal that isn't signed yet, even if it is approved, and gives it back to the member, who reads the reason.
 * @returns whether it is back already; otherwise a worker gives it back once it is known that it wasn't paid (docs/adr/0018)
 * @throws AppError NOT_FOUND, FORBIDDEN, OWN_DECISION; CONFLICT when it doesn't wait for approvals
 */
export async function refuseWithdrawal(
  ctx: MemberContext,
  input: { readonly id: string; readonly reason: string },
): Promise<{ username: string; refunded: boolean }> {
  const done = await withEffects(ctx, async (trx, effects) => {
    const { id, userId, username, amount } = await lockUnapproved(trx, ctx.viewer.id, input.id);
    const at = ctx.now();
    const failure = `An admin refused it: ${input.reason}`;
    await trx.updateTable("withdrawals").set({ cancel_reason: failure, updated_at: at }).where("id", "=", id).execute();
    await audit(trx, {
      actor: ctx.viewer.id,
      action: "WITHDRAWAL_REFUSED",
      target: { kind: "withdrawal", id },
      subject: userId,
      reason: input.reason,
      details: { amount: amount.toString() },
      at,
    });
    await closeAlert({ db: trx, now: ctx.now }, "withdrawal_waiting", id);
    const refunded = await isUnsigned(trx, { kind: "withdrawal", id });
    if (refunded) await refund(trx, effects, id, failure, at);
    return { username, refunded };
  });
  await ctx.enqueue("withdrawals", {});
  return done;
}

/** Locks a withdrawal that needs approvals and isn't signed. @throws AppError as {@link requireUnapproved} */
async function lockUnapproved(trx: Transaction<DB>, admin: string, given: string): Promise<Unapproved> {
  await sql`select from withdrawals where id = ${toDbId(given)} for no key update`.execute(trx);
  return requireUnapproved(trx, admin, given);
}

/** @throws AppError NOT_FOUND, FORBIDDEN, OWN_DECISION, CONFLICT */
async function requireUnapproved(db: Services["db"], admin: string, given: string): Promise<Unapproved> {
  const { rows } = await sql<{
    id: string;
    user_id: string;
    username: string;
    amount: string;
    waits: boolean;
    late: boolean;
    is_admin: boolean;
    own: boolean;
    approved: boolean;
  }>`
    select w.id::text, w.user_id::text, u.username, w.amount::text,
           w.state = 'REQUESTED' and w.approval_until is not null and w.cancel_reason is null as waits,
           w.approval_until <= clock_timestamp() as late,
           are_one_person(${admin}, w.user_id) as own, ${isApprovedBy(admin)} as approved,
           exists (select from users a where a.id = ${admin} and a.role = 'admin' and a.suspended_at is null) as is_admin
      from withdrawals w join users u on u.id = w.user_id where w.id = ${toDbId(given)}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError("NOT_FOUND", { message: `There is no withdrawal ${given}` });
  if (!row.is_admin) throw new AppError("FORBIDDEN");
  if (!row.waits) throw new AppError("CONFLICT", { message: "This withdrawal doesn't wait for approval" });
  if (row.own) throw new AppError("OWN_DECISION");
  const { id, user_id: userId, username, late: isLate, approved: isApproved } = row;
  return { id, userId, username, amount: BigInt(row.amount), isLate, isApproved };
}
