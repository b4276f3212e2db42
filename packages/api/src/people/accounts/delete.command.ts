import { type deleteAccountInput, formatAmount } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { balanceOf, forfeitBalance } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { endAccess, sessionsEnded } from "../auth/index.ts";
import { confirmPasswordOrProof } from "../password-check/index.ts";
import { isFrozen } from "../security-holds/index.ts";
import { settledAdmins } from "./roles.commands.ts";

/**
 * Closes the caller's account for good. Their content stays, under a name that says they left; personal data,
 * bookmarks, sessions and notifications are removed. Books are never rewritten: their entries stay under the account's
 * number.
 * @throws AppError WRONG_PASSWORD, STEP_UP_REQUIRED of a member without one, ACCOUNT_FROZEN, WITHDRAWALS_FROZEN, EMAIL_CHANGED_LATELY, ACCOUNT_HAS_BOUNTIES, ACCOUNT_HAS_WITHDRAWALS, ACCOUNT_HAS_STAKE, ACCOUNT_HAS_FUNDS
 * unless
 *   the balance is given to the treasury, LAST_ADMIN
 */
export async function deleteAccount(
  ctx: MemberContext,
  input: z.infer<typeof deleteAccountInput>,
): Promise<{ success: true }> {
  const { id } = ctx.viewer;
  await ctx.consume("signIn", `account:${id}`);
  await confirmPasswordOrProof(ctx, input.password);
  await ctx.db.transaction().execute(async (trx) => {
    await requireNotLastAdmin(trx, id);
    // Waits for payments to this member under way, and keeps new ones from starting.
    await sql`select from users where id = ${id} for update`.execute(trx);
    // A thief could give the balance away.
    if (await isFrozen(trx, id)) throw new AppError("ACCOUNT_FROZEN");
    await requireSettled(trx, id, ctx.now());
    await requireNoBounties(trx, id);
    await requireNoWithdrawals(trx, id);
    await requireNoStake(trx, id);
    await leaveBalance(trx, id, input.forfeitBalance);
    await forget(trx, id, ctx.now());
  });
  sessionsEnded(ctx, id);
  return { success: true };
}

/** An account that a moderator looks into, or whose former address may still take it back, stays. */
async function requireSettled(trx: Transaction<DB>, id: string, now: Date): Promise<void> {
  const { rows } = await sql<{ frozen: boolean; undoable: boolean }>`
    select exists (select from security_holds
                    where user_id = ${id} and cause = 'staff_freeze' and until > clock_timestamp()) as frozen,
      exists (select from email_changes
               where user_id = ${id} and undo_until > ${now} and undone_at is null) as undoable`.execute(trx);
  if (rows[0]?.frozen) throw new AppError("WITHDRAWALS_FROZEN");
  if (rows[0]?.undoable) throw new AppError("EMAIL_CHANGED_LATELY");
}

async function requireNotLastAdmin(trx: Transaction<DB>, id: string): Promise<void> {
  const admins = await settledAdmins(trx);
  if (admins.length === 1 && admins[0] === id) throw new AppError("LAST_ADMIN");
}

async function requireNoBounties(trx: Transaction<DB>, id: string): Promise<void> {
  const open = await trx
    .selectFrom("posts")
    .select("id")
    .where("author_id", "=", id)
    .where("bounty_status", "=", "ESCROWED")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (open) throw new AppError("ACCOUNT_HAS_BOUNTIES", { details: { postId: open.id } });
}

/** A refunded withdrawal needs an account to go to. */
async function requireNoWithdrawals(trx: Transaction<DB>, id: string): Promise<void> {
  const open = await trx
    .selectFrom("withdrawals")
    .select("id")
    .where("user_id", "=", id)
    .where("state", "in", ["REQUESTED", "SIGNED", "SENT"])
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (open) throw new AppError("ACCOUNT_HAS_WITHDRAWALS", { details: { transactionId: open.id } });
}

/** Takes the lock of staking, so a concurrent stake is either counted or finds nothing left to stake. */
async function requireNoStake(trx: Transaction<DB>, id: string): Promise<void> {
  const { rows } = await sql<{ amount: string }>`
    select amount::text from stakes where user_id = ${id} for no key update`.execute(trx);
  const staked = BigInt(rows[0]?.amount ?? 0);
  if (staked > 0n) throw new AppError("ACCOUNT_HAS_STAKE", { details: { staked: formatAmount(staked) } });
}

async function leaveBalance(trx: Transaction<DB>, id: string, forfeit: boolean): Promise<void> {
  const balance = await balanceOf(trx, "member", id);
  if (balance === 0n) return;
  if (!forfeit) throw new AppError("ACCOUNT_HAS_FUNDS", { details: { balance: formatAmount(balance) } });
  await forfeitBalance(trx, { member: id, amount: balance, cause: id, refs: { member: id } });
}

/** The name only says that the member left; nobody can sign up with such a name. */
async function forget(trx: Transaction<DB>, id: string, now: Date): Promise<void> {
  await trx
    .updateTable("users")
    .set({
      username: `deleted-${id}`,
      email: null,
      email_verified_at: null,
      password_hash: null,
      role: "user",
      profile: "{}",
      profile_picture: null,
      settings: "{}",
      updated_at: now,
      deleted_at: now,
    })
    .where("id", "=", id)
    .execute();
  // The address is still watched: what arrives there is suspense (docs/DECISIONS.md 1.9).
  await trx
    .updateTable("wallets")
    .set({ withdrawal_address: null, proof_code: sql<string>`default` })
    .where("user_id", "=", id)
    .execute();
  await trx
    .updateTable("deposit_requests")
    .set({ status: "failed", updated_at: now })
    .where("user_id", "=", id)
    .where("status", "=", "pending")
    .execute();
  await endAccess(trx, id, null);
  // What the account shared stays for its 90 days, or closing it would make room for the vote of the next (docs/adr/0039).
  for (const table of [
    "factors",
    "recovery_codes",
    "linked_logins",
    "bookmarks",
    "followed_tags",
    "notifications",
    "idempotency_keys",
    "chat_members",
    "email_verifications",
    "email_changes",
    "security_events",
    "known_programs",
    "trust_uses",
    "allow_lists",
    "allowed_addresses",
    "security_holds",
    "welcomes",
    "tag_proposals",
  ] as const) {
    await trx.deleteFrom(table).where("user_id", "=", id).execute();
  }
}
