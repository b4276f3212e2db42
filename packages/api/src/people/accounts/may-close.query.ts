import { formatAmount, SECURITY } from "@bbux/contract";
import type { DB } from "@bbux/db";
import { memberLinesSql } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import { AppError } from "../../platform/errors/errors.ts";
import { isoTime } from "../../platform/queries/index.ts";
import { isFrozen, lockWallet } from "../security-holds/index.ts";
import { settledAdmins } from "./roles.commands.ts";

export interface LockedAccount {
  readonly id: string;
  readonly isClosed: boolean;
  /** Null unless it is about to be closed. */
  readonly closesAt: string | null;
  readonly isSuspended: boolean;
  readonly isLastAdmin: boolean;
}

/**
 * Locks an account before anything else: it waits for payments to the member under way, and keeps new ones from starting. The admins stay
 * who they are, too.
 */
export async function lockAccount(trx: Transaction<DB>, id: string): Promise<LockedAccount> {
  const admins = await settledAdmins(trx);
  const { rows } = await sql<Omit<LockedAccount, "isLastAdmin">>`
    select id::text as id, deleted_at is not null as "isClosed", ${sql.raw(isoTime("closes_at"))} as "closesAt",
      suspended_at is not null as "isSuspended"
    from users where id = ${id} for update`.execute(trx);
  const [account] = rows;
  if (!account) throw new AppError("NOT_FOUND");
  await lockWallet(trx, id);
  return { ...account, isLastAdmin: admins.length === 1 && admins[0] === id };
}

/**
 * Requires that nothing keeps the account from being closed now, when it is asked for and when its days are over.
 * @throws AppError LAST_ADMIN, ACCOUNT_SUSPENDED, ACCOUNT_FROZEN, WITHDRAWALS_FROZEN, EMAIL_CHANGED_LATELY, ACCOUNT_HAS_BOUNTIES,
 *   ACCOUNT_HAS_WITHDRAWALS, ACCOUNT_HAS_STAKE
 */
export async function requireMayClose(trx: Transaction<DB>, account: LockedAccount, now: Date): Promise<void> {
  const { id } = account;
  if (account.isLastAdmin) throw new AppError("LAST_ADMIN");
  if (account.isSuspended) throw new AppError("ACCOUNT_SUSPENDED");
  // A thief could give the balance away.
  if (await isFrozen(trx, id)) throw new AppError("ACCOUNT_FROZEN");
  await requireSettled(trx, id, now);
  await requireNoBounties(trx, id);
  await requireNoWithdrawals(trx, id);
  await requireNoStake(trx, id);
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

/**
 * Whether an empty account must still wait to close: a thief may just have emptied it, a deposit that is under way or an answer may
 * still bring it BBUX, what its member has earned here, reputation or a role, would be lost, or moderators may still look into a flag.
 */
export async function isInUse(trx: Transaction<DB>, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from (select created_at from ${memberLinesSql(id)} as lines order by version desc limit 1) as latest
     where created_at > clock_timestamp() - make_interval(days => ${SECURITY.closingDays})
    union all
    select from users where id = ${id} and (role <> 'user' or reputation_points >= ${SECURITY.closingPoints})
    union all
    select from flags where subject_id = ${id} and (status = 'OPEN' or status = 'UPHELD'
       and decided_at > clock_timestamp() - make_interval(days => ${SECURITY.closingFlagDays}))
    union all
    select from waiting_deposits where user_id = ${id} and state = 'WAITING'
    union all
    select from deposit_requests where user_id = ${id} and status = 'pending'
    union all
    select from answers a join posts p on p.id = a.post_id and p.bounty_status = 'ESCROWED'
     where a.author_id = ${id} and (a.deleted_at is null or a.hidden_at is not null) limit 1`.execute(trx);
  return rows.length > 0;
}
