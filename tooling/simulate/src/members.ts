import { appRouter, type Context, type Services } from "@bbux/api";
import { parseAmount } from "@bbux/contract";
import { deposit, post, withdrawalHeld, withdrawalSettled } from "@bbux/ledger";
import { sql } from "kysely";

/** Calls the product as somebody does, below HTTP: the same procedures, with their checks. */
export type Caller = ReturnType<typeof appRouter.createCaller>;

export interface Member {
  readonly id: string;
  readonly call: Caller;
}

/** A caller who is nobody, or the member named. */
function callerOf(services: Services, viewer: Context["viewer"]): Caller {
  const nothing = async () => undefined;
  return appRouter.createCaller({
    ...services,
    viewer,
    session: viewer && { token: "", kind: "bearer", familyId: "" },
    sessionProblem: null,
    network: "simulation",
    idempotencyKey: null,
    userAgent: null,
    isSessionAlive: async () => true,
    setAccepted: () => undefined,
    setTotal: () => undefined,
    setSessionCookie: () => undefined,
    clearSessionCookie: () => undefined,
    consume: nothing,
    countRequest: nothing,
  });
}

export async function createMember(services: Services, name: string): Promise<Member> {
  const { user } = await callerOf(services, null).auth.signup({
    username: name,
    email: `${name}@example.org`,
    password: "a simulated member",
  });
  const viewer = { id: user.id, username: name, role: "user", suspended: false } as const;
  return { id: user.id, call: callerOf(services, viewer) };
}

/** Base units of so many BBUX, at most 4 decimals. */
export function units(bbux: number): bigint {
  return parseAmount(bbux.toFixed(4)) ?? 0n;
}

/** SOL arrives, as the watcher would book it. */
export async function buy(services: Services, member: Member, amount: bigint, cause: string): Promise<void> {
  await deposit(services.db, { cause, member: member.id, amount });
}

/** BBUX leaves, with its fee, as the worker would book it. */
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

/** What somebody can spend. Base units. */
export async function balanceOfMember(services: Services, member: Member): Promise<bigint> {
  const { rows } = await sql<{ balance: string }>`
    select balance::text from ledger_accounts where kind = 'member' and owner = ${member.id}`.execute(services.db);
  return BigInt(rows[0]?.balance ?? 0);
}
