import type { Services } from "@bbux/api";
import { parseAmount } from "@bbux/contract";
import type { Waiver } from "@bbux/db";
import { deposit, post, withdrawalHeld, withdrawalSettled } from "@bbux/ledger";
import { type Caller, callerOf, memberCaller } from "@bbux/server/caller";
import { sql } from "kysely";

/** No chain is simulated, so nothing backs what comes and goes. */
export const SIMULATED: Waiver = { causes: "", reason: "a simulation" };

export interface Member {
  readonly id: string;
  readonly call: Caller;
}

export async function createMember(services: Services, name: string): Promise<Member> {
  const { user } = await callerOf(services, null).auth.signup({
    username: name,
    email: `${name}@example.org`,
    password: "a simulated member",
  });
  return { id: user.id, call: memberCaller(services, user.id, name) };
}

/** Converts BBUX to base units, with at most 4 decimals. */
export function units(bbux: number): bigint {
  return parseAmount(bbux.toFixed(4)) ?? 0n;
}

/** SOL arrives, booked as by the watcher. */
export async function buy(services: Services, member: Member, amount: bigint, cause: string): Promise<void> {
  await deposit(services.db, { cause, member: member.id, amount });
}

/** BBUX leaves, with its fee, booked as by the worker. */
export async function sell(
  services: Services,
  member: Member,
  { amount, fee, cause }: { readonly amount: bigint; readonly fee: bigint; readonly cause: string },
): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    await post(trx, withdrawalHeld({ cause, hold: cause, member: member.id, amount }));
    await post(
      trx,
      withdrawalSettled({ cause, hold: cause, netAmount: amount - fee, fee, reserved: 0n, networkFee: 0n }),
    );
  });
}

/** A member's available balance in base units. */
export async function balanceOfMember(services: Services, member: Member): Promise<bigint> {
  const { rows } = await sql<{ balance: string }>`
    select balance::text from ledger_accounts where kind = 'member' and owner = ${member.id}`.execute(services.db);
  return BigInt(rows[0]?.balance ?? 0);
}
