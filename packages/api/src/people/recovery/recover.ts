import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";
import { type Effects, withEffects } from "../../platform/transactions/index.ts";
import { isNamed, nobodyNamed } from "../accounts/index.ts";
import { endAccess } from "../auth/index.ts";
import { keepAccount } from "../closing/index.ts";
import { type HoldSettings, holdWithdrawals } from "../security-holds/index.ts";

export type Needs = Pick<Services, "db" | "signals" | "now"> & HoldSettings;

export interface Recovered {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly isConfirmed: boolean;
}

/**
 * Runs what an operator does to give an account back, with its member locked. The one who asked may be an impostor, so withdrawals are
 * held, and every sign-in and open reset link ends.
 * @param member id or username, in any case
 * @throws AppError NOT_FOUND
 */
export async function recover(
  services: Needs,
  { member: given, cause }: { readonly member: string; readonly cause: "email_changed" | "factor_removed" },
  run: (trx: Transaction<DB>, effects: Effects, member: Recovered) => Promise<void>,
): Promise<Recovered> {
  return withEffects(services, async (trx, effects) => {
    // The wallet is locked before its member.
    const { rows: named } = await sql<{ id: string }>`
      select id::text as id from users where ${isNamed(given)} and deleted_at is null`.execute(trx);
    if (!named[0]) throw nobodyNamed(given);
    await holdWithdrawals(trx, services, { member: named[0].id, cause });
    const { rows } = await sql<Recovered>`
      select id::text as id, username, email, email_verified_at is not null as "isConfirmed"
        from users where id = ${named[0].id} and deleted_at is null for no key update`.execute(trx);
    const [member] = rows;
    if (!member) throw nobodyNamed(given);
    await keepAccount(trx, effects, { member: member.id, from: null, at: services.now() });
    await run(trx, effects, member);
    await endAccess(trx, member.id, null);
    effects.notified.add(member.id);
    return member;
  });
}
