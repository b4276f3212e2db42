import { type deleteAccountInput, formatAmount } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { balanceOf, forfeitBalance } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { MemberContext } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { endOtherFamilies, sessionsEnded } from "../auth/sign-in.ts";
import { settledAdmins } from "../users/roles.commands.ts";

/**
 * Closes the caller's account for good. What they wrote stays, under a name that says they have left; who they were,
 * what they kept, their sessions and notifications are removed. Books are never rewritten: their entries stay under the
 * number of the account.
 * @throws AppError WRONG_PASSWORD, ACCOUNT_HAS_BOUNTIES, ACCOUNT_HAS_WITHDRAWALS, ACCOUNT_HAS_STAKE, ACCOUNT_HAS_FUNDS unless
 *   the balance is left to the treasury, LAST_ADMIN
 */
export async function deleteAccount(
  ctx: MemberContext,
  input: z.infer<typeof deleteAccountInput>,
): Promise<{ success: true }> {
  const { id } = ctx.viewer;
  await ctx.consume("signIn", `account:${id}`);
  const account = await ctx.db.selectFrom("users").select("password_hash").where("id", "=", id).executeTakeFirst();
  const matches = await ctx.passwords.verify(account?.password_hash ?? null, input.password);
  if (!account || !matches) throw new AppError("WRONG_PASSWORD");
  await ctx.db.transaction().execute(async (trx) => {
    await demandNotLastAdmin(trx, id);
    // Waits for whoever is about to pay this member, and keeps others from beginning to.
    await sql`select from users where id = ${id} for update`.execute(trx);
    await demandNoBounties(trx, id);
    await demandNoWithdrawals(trx, id);
    await demandNoStake(trx, id);
    await leaveBalance(trx, id, input.forfeitBalance);
    await forget(trx, id, ctx.now());
  });
  ctx.clearSessionCookie();
  sessionsEnded(ctx, id);
  return { success: true };
}

async function demandNotLastAdmin(trx: Transaction<DB>, id: string): Promise<void> {
  const admins = await settledAdmins(trx);
  if (admins.length === 1 && admins[0] === id) throw new AppError("LAST_ADMIN");
}

async function demandNoBounties(trx: Transaction<DB>, id: string): Promise<void> {
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

/** What is given back must have an account to go to. */
async function demandNoWithdrawals(trx: Transaction<DB>, id: string): Promise<void> {
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

/** Under the lock that staking takes: whoever stakes at this moment is counted, or finds nothing left to stake. */
async function demandNoStake(trx: Transaction<DB>, id: string): Promise<void> {
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

/** The name says only that somebody has left; nobody can sign up under such a one. */
async function forget(trx: Transaction<DB>, id: string, now: Date): Promise<void> {
  await trx
    .updateTable("users")
    .set({
      username: `deleted-${id}`,
      email: null,
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
  // The address stays watched: what still comes to it is suspense (DECISIONS 1.9).
  await trx.updateTable("wallets").set({ withdrawal_address: null }).where("user_id", "=", id).execute();
  await trx
    .updateTable("deposit_requests")
    .set({ status: "failed", updated_at: now })
    .where("user_id", "=", id)
    .where("status", "=", "pending")
    .execute();
  await endOtherFamilies(trx, id, null);
  for (const table of ["password_resets", "bookmarks", "notifications", "idempotency_keys", "chat_members"] as const) {
    await trx.deleteFrom(table).where("user_id", "=", id).execute();
  }
}
