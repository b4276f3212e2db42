import { DAY_MS, SESSION, type verifyEmailInput } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { Context } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { hashSecret } from "../../platform/proofs/index.ts";
import { constraintOf } from "../../platform/queries/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { countVisitor, emailTaken, requireAddressNotKept } from "../auth/index.ts";
import { mailSoon, recordSecurityEvent } from "../notifications/index.ts";
import { holdWithdrawals, isFrozen, lockPayouts } from "../security-holds/index.ts";

type Done = { success: true; message: string };
type Input = z.infer<typeof verifyEmailInput>;

interface Change {
  readonly id: string;
  readonly userId: string;
  readonly oldEmail: string;
  readonly newEmail: string;
  /** Whether the old address is the member's without doubt, so that it may undo the change. */
  readonly wasConfirmed: boolean;
}

/**
 * Changes the address with the token that was mailed to the new one. It needs no session, because the mail may be read elsewhere. The
 * address before is told, and can undo it for 7 days; withdrawals are held (docs/adr/0042).
 * @throws AppError EMAIL_LINK_INVALID, EMAIL_LINK_EXPIRED, EMAIL_LINK_USED, EMAIL_TAKEN, ACCOUNT_FROZEN, RATE_LIMITED
 */
export async function confirmEmailChange(ctx: Context, { token }: Input): Promise<Done> {
  await countVisitor(ctx);
  const tokenHash = hashSecret(token);
  const asked = await ctx.db
    .selectFrom("email_changes")
    .select("user_id")
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  if (!asked) throw new AppError("EMAIL_LINK_INVALID");
  const at = ctx.now();
  await withEffects(ctx, async (trx, effects) => {
    await lockPayouts(trx, asked.user_id);
    const change = await openChange(trx, ctx, asked.user_id, tokenHash, at);
    if (await isFrozen(trx, change.userId)) throw new AppError("ACCOUNT_FROZEN");
    await setEmail(trx, change.userId, change.newEmail, at);
    await requireAddressNotKept(trx, { email: change.newEmail, userId: change.userId, now: at });
    const isBack = await goesBack(trx, change, at);
    const mayUndo = change.wasConfirmed && !isBack;
    const undoUntil = mayUndo ? new Date(at.getTime() + SESSION.undoEmailDays * DAY_MS) : null;
    if (undoUntil) await prolongEarlier(trx, change.userId, { at, until: undoUntil });
    await trx
      .updateTable("email_changes")
      .set({ confirmed_at: at, undo_until: undoUntil })
      .where("id", "=", change.id)
      .execute();
    effects.notified.add(change.userId);
    if (!change.wasConfirmed) return;
    await holdWithdrawals(trx, ctx, { member: change.userId, cause: "email_changed" });
    const { userId: member, oldEmail, newEmail, id } = change;
    // What happened before is also for who had the address then.
    await sql`
      update security_events set mail_to = ${oldEmail}
       where user_id = ${member} and mail_due_at is not null and mail_to is null`.execute(trx);
    const details = { email: masked(newEmail), ...(mayUndo && { change: id }) };
    const event = { member, kind: "email_changed", from: ctx, details, at } as const;
    await recordSecurityEvent(trx, effects, { ...event, ...(mayUndo && { mailTo: oldEmail }) });
  });
  await mailSoon(ctx);
  return { success: true, message: "Your email address is changed." };
}

/** Locks the member, and finds what the link changes. */
async function openChange(
  trx: Transaction<DB>,
  { verifiesEmail }: Context,
  userId: string,
  tokenHash: Buffer,
  at: Date,
): Promise<Change> {
  const { rows } = await sql<{ email: string | null; confirmed: boolean }>`
    select email, email_verified_at is not null as confirmed from users
     where id = ${userId} and deleted_at is null for no key update`.execute(trx);
  const change = await trx
    .selectFrom("email_changes")
    .select(["id", "old_email", "new_email", "expires_at", "confirmed_at"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  const [member] = rows;
  if (!change || !member) throw new AppError("EMAIL_LINK_INVALID");
  if (change.confirmed_at !== null) throw new AppError("EMAIL_LINK_USED");
  if (change.old_email !== member.email) throw new AppError("EMAIL_LINK_INVALID");
  if (change.expires_at <= at) throw new AppError("EMAIL_LINK_EXPIRED");
  const { id, old_email: oldEmail, new_email: newEmail } = change;
  return { id, userId, oldEmail, newEmail, wasConfirmed: member.confirmed || !verifiesEmail };
}

/**
 * Whether the member goes back to a former address that could still undo its change. That counts as the undo, so that who had the address
 * in between can't take it back.
 */
async function goesBack(trx: Transaction<DB>, { userId, newEmail }: Change, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update email_changes set undone_at = ${at}
     where user_id = ${userId} and undone_at is null and confirmed_at >= (
       select min(confirmed_at) from email_changes
        where user_id = ${userId} and lower(old_email) = lower(${newEmail}) and undo_until > ${at} and undone_at is null)
    returning id`.execute(trx);
  return rows.length > 0;
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
export async function setEmail(trx: Transaction<DB>, userId: string, email: string, at: Date): Promise<void> {
  await trx
    .updateTable("users")
    .set({ email, email_verified_at: at })
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
