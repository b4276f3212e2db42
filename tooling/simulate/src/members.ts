import type { Services } from "@bbux/api";
import { parseAmount, type Trace } from "@bbux/contract";
import type { Waiver } from "@bbux/db";
import { deposit, post, withdrawalHeld, withdrawalSettled } from "@bbux/ledger";
import { type Caller, callerOf, memberCaller } from "@bbux/server/caller";
import { sql } from "kysely";

/** Without a chain, nothing backs what comes and goes. */
export const SIMULATED: Waiver = { causes: "", reason: "a simulation" };

export interface Member {
  readonly id: string;
  readonly name: string;
  /** Calls what runs now: a platform whose database was lost has been started anew. */
  readonly call: Caller;
}

/** How BBUX comes and goes. Amounts in base units. */
export interface Market {
  buy(member: Member, amount: bigint): Promise<void>;
  sell(member: Member, amount: bigint): Promise<void>;
  /** Returns once everything bought so far is credited. */
  settle(): Promise<void>;
}

/** @param running the services of the platform that runs @param traces what the member may share with others */
export async function createMember(
  running: () => Services,
  name: string,
  traces: readonly Trace[] = [],
): Promise<Member> {
  const { user } = await callerOf(running(), null).auth.signup({
    username: name,
    email: `${name}@example.org`,
    password: "a simulated member",
  });
  const { id } = user;
  return {
    id,
    name,
    get call() {
      return memberCaller(running(), id, name, traces);
    },
  };
}

/** Converts BBUX to base units, with at most 4 decimals. */
export function units(bbux: number): bigint {
  return parseAmount(bbux.toFixed(4)) ?? 0n;
}

/** Books what comes and goes as watcher and worker would, without a chain. @param feeOf the fee of a sale */
export function bookedMarket({ db }: Services, feeOf: (amount: bigint) => bigint): Market {
  let booked = 0;
  const next = (member: Member) => {
    booked += 1;
    return `${member.name}:${booked}`;
  };
  return {
    async buy(member, amount) {
      await deposit(db, { cause: next(member), member: member.id, amount });
    },
    async sell(member, amount) {
      const cause = next(member);
      const fee = feeOf(amount);
      await db.transaction().execute(async (trx) => {
        await post(trx, withdrawalHeld({ cause, hold: cause, member: member.id, amount }));
        await post(
          trx,
          withdrawalSettled({ cause, hold: cause, netAmount: amount - fee, fee, reserved: 0n, networkFee: 0n }),
        );
      });
    },
    settle: async () => undefined,
  };
}

/** A member's available balance in base units. */
export async function balanceOfMember(services: Services, member: Member): Promise<bigint> {
  const { rows } = await sql<{ balance: string }>`
    select balance::text from ledger_accounts where kind = 'member' and owner = ${member.id}`.execute(services.db);
  return BigInt(rows[0]?.balance ?? 0);
}
