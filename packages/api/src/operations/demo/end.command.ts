import type { DB } from "@bbux/db";
import { transfersSql } from "@bbux/ledger";
import { type Kysely, sql, type Transaction } from "kysely";
import { settledAdmins } from "../../people/accounts/index.ts";
import { endAccess } from "../../people/auth/index.ts";
import { audit } from "../../platform/audit-log/audit.command.ts";
import type { Services } from "../../platform/context/index.ts";
import { withEffects } from "../../platform/transactions/index.ts";
import { signIns } from "./members.ts";

/** A demo account that still opens something: it has a password or another email, a session, or a role. */
export interface OpenDemoAccount {
  readonly id: string;
  readonly username: string;
  readonly role: string;
}

const FUNDS = signIns.map(({ username }) => `demo:${username}`);

/**
 * Returns the demo accounts that aren't closed, by name. They are recognized by the funds that only the demo gives, because anyone
 * can sign up with a name or an email address from the demo.
 */
export async function openDemoAccounts(db: Kysely<DB>): Promise<readonly OpenDemoAccount[]> {
  const { rows } = await sql<OpenDemoAccount>`
    select u.id::text as id, u.username, u.role from users u
    where u.id in (
        select (t.refs ->> 'member')::bigint from ${transfersSql()} t
        where t.kind = 'deposit' and t.cause = any(${FUNDS}::text[]))
      and (u.password_hash is not null or u.email is not null or u.role <> 'user'
        or exists (select from linked_logins l where l.user_id = u.id)
        or exists (select from sessions s where s.user_id = u.id)
        or exists (select from refresh_tokens r where r.user_id = u.id and r.spent_at is null))
    order by u.username`.execute(db);
  return rows;
}

/**
 * Closes the demo accounts, whose password is public: nobody can sign in to them any more or set a new password, every sign-in ends,
 * and they lose their roles, even if no admin is left. What they wrote stays. Each is recorded in the audit log.
 * @returns those that this closed
 */
export function endDemo(services: Pick<Services, "db" | "signals" | "now">): Promise<readonly OpenDemoAccount[]> {
  return withEffects(services, async (trx, effects) => {
    await settledAdmins(trx);
    const open = await openDemoAccounts(trx);
    const ids = open.map(({ id }) => id);
    await sql`select from users where id = any(${ids}::bigint[]) order by id for no key update`.execute(trx);
    for (const account of open) {
      await close(trx, account, services.now());
      effects.notified.add(account.id);
    }
    return open;
  });
}

async function close(trx: Transaction<DB>, { id, role }: OpenDemoAccount, at: Date): Promise<void> {
  await trx
    .updateTable("users")
    .set({ password_hash: null, email: null, email_verified_at: null, role: "user", updated_at: at })
    .where("id", "=", id)
    .execute();
  for (const table of ["factors", "recovery_codes", "linked_logins", "email_changes"] as const) {
    await trx.deleteFrom(table).where("user_id", "=", id).execute();
  }
  await endAccess(trx, id, null);
  await audit(trx, { actor: null, action: "DEMO_ENDED", subject: id, at, details: { from: role } });
}
