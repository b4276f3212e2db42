import { DAY_MS, SESSION } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { constraintOf } from "../../platform/queries/index.ts";
import type { Effects } from "../../platform/transactions/index.ts";
import { emailTaken, requireAddressNotKept } from "../auth/index.ts";
import { type Origin, recordSecurityEvent } from "../notifications/index.ts";
import { type HoldSettings, holdWithdrawals } from "../security-holds/index.ts";

/** A stored change that may happen now. */
export interface OpenChange {
  readonly id: string;
  readonly userId: string;
  readonly oldEmail: string;
  readonly newEmail: string;
  /** Whether the old address is the member's without doubt, so that it may undo the change. */
  readonly wasConfirmed: boolean;
}

export interface AppliedChange extends OpenChange {
  /** Where it came from; null for an operator's command. */
  readonly from: Origin;
  /** Whether a link in a mail to the new address has confirmed it. */
  readonly isConfirmed: boolean;
  readonly at: Date;
}

/**
 * Makes a change of address happen. The address before is told, and can undo it for 7 days; withdrawals are held (docs/adr/0042). Needs
 * `lockPayouts`, and the lock of the member.
 * @throws AppError EMAIL_TAKEN
 */
export async function applyChange(
  trx: Transaction<DB>,
  effects: Effects,
  services: HoldSettings,
  change: AppliedChange,
): Promise<void> {
  const { id, userId: member, oldEmail, newEmail, wasConfirmed, isConfirmed, from, at } = change;
  await setEmail(trx, member, newEmail, isConfirmed ? at : null);
  await requireAddressNotKept(trx, { email: newEmail, userId: member, now: at });
  const isBack = await goesBack(trx, change);
  const mayUndo = wasConfirmed && !isBack;
  const undoUntil = mayUndo ? new Date(at.getTime() + SESSION.undoEmailDays * DAY_MS) : null;
  if (undoUntil) await prolongEarlier(trx, member, { at, until: undoUntil });
  await trx
    .updateTable("email_changes")
    .set({ confirmed_at: at, undo_until: undoUntil })
    .where("id", "=", id)
    .execute();
  effects.notified.add(member);
  // An address that was never confirmed may be a stranger's, who is told nothing.
  if (wasConfirmed) {
    await holdWithdrawals(trx, services, { member, cause: "email_changed" });
    // What happened before is also for who had the address then.
    await sql`
      update security_events set mail_to = ${oldEmail}
       where user_id = ${member} and mail_due_at is not null and mail_to is null`.execute(trx);
  }
  const details = { email: masked(newEmail), ...(mayUndo && { change: id }) };
  const event = { member, kind: "email_changed", from, details, at } as const;
  await recordSecurityEvent(trx, effects, { ...event, ...(mayUndo && { mailTo: oldEmail }) });
}

/**
 * Whether the member goes back to a former address that could still undo its change. Who had the address in between can't take it back
 * then; the link that was mailed to the address itself goes on working, because it may be a thief who goes back, to have it used up.
 */
async function goesBack(trx: Transaction<DB>, { userId, newEmail, at }: AppliedChange): Promise<boolean> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(confirmed_at) as since from email_changes
     where user_id = ${userId} and lower(old_email) = lower(${newEmail}) and undo_until > ${at} and undone_at is null`.execute(
    trx,
  );
  const since = rows[0]?.since ?? null;
  if (since === null) return false;
  await sql`
    update email_changes set undone_at = ${at}
     where user_id = ${userId} and undone_at is null and confirmed_at > ${since}`.execute(trx);
  return true;
}

/** Lets earlier addresses undo for as long as the latest, which would otherwise have the last word. */
async function prolongEarlier(
  trx: Transaction<DB>,
  userId: string,
  { at, until }: { readonly at: Date; readonly until: Date },
): Promise<void> {
  await sql`
    update email_changes set undo_until = ${until}
     where user_id = ${userId} and undo_until > ${at} and undone_at is null`.execute(trx);
}

/** Links that were mailed to the address before open nothing any more. @throws AppError EMAIL_TAKEN */
export async function setEmail(
  trx: Transaction<DB>,
  userId: string,
  email: string,
  verifiedAt: Date | null,
): Promise<void> {
  await trx
    .updateTable("users")
    .set({ email, email_verified_at: verifiedAt })
    .where("id", "=", userId)
    .execute()
    .catch((error: unknown) => {
      throw constraintOf(error) === "users_email_key" ? emailTaken() : error;
    });
  for (const table of ["password_resets", "email_verifications"] as const) {
    await trx.deleteFrom(table).where("user_id", "=", userId).execute();
  }
}

/** "a…@example.org": enough to know one's own address, for a mail that someone else might read. */
function masked(email: string): string {
  return email.replace(/^(.).*@/, "$1…@");
}
