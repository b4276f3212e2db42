import { planSweeps } from "@bbux/api";
import { type Signer, SignerError } from "@bbux/chain";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { call, refused } from "./support.ts";
import { expectPaidOnce, sell, storedAttempts } from "./wallet.sales.support.ts";
import {
  alertKinds,
  balanceOf,
  drive,
  held,
  type MoneyWorld,
  muchLater,
  payIn,
  SOL,
  sound,
  startMoney,
  stateOf,
  watchAll,
  work,
} from "./wallet.support.ts";

// The signer is another process (docs/adr/0024): it may be gone at any call, or refuse.

let world: MoneyWorld;
/** Replaces calls of the signer until the test ends. */
const signer: Partial<Signer> = {};

const gone = async (): Promise<never> => {
  throw new SignerError("UNREACHABLE", "The signer doesn't answer");
};
const DOWN: Partial<Signer> = {
  view: gone,
  newAddresses: gone,
  addressesOf: gone,
  pay: gone,
  sweep: gone,
  cancel: gone,
  createNonce: gone,
};

beforeAll(async () => {
  world = await startMoney({
    signer: (real) => new Proxy(real, { get: (target, key) => Reflect.get(signer, key) ?? Reflect.get(target, key) }),
  });
});
afterAll(() => world.stop());
afterEach(async () => {
  for (const key of Object.keys(signer)) Reflect.deleteProperty(signer, key);
  await world.heal();
});

describe("while the signer is down", () => {
  it("a withdrawal waits, its hold stays, operators are alerted, and it is paid once the signer answers [M4.17]", async () => {
    const sale = await sell(world);
    const balance = await balanceOf(world.t, sale.anna);
    Object.assign(signer, DOWN);
    await drive(world);
    await drive(world);
    expect(await stateOf(world.t, sale.id)).toMatchObject({ state: "REQUESTED", attempts: [] });
    expect(await balanceOf(world.t, sale.anna)).toBe(balance);
    expect(await alertKinds(world.t)).toEqual(["signer_down"]);
    for (const key of Object.keys(signer)) Reflect.deleteProperty(signer, key);
    await work(world);
    expect(await alertKinds(world.t)).toEqual([]);
    await expectPaidOnce(world, sale);
  });

  it("what is signed is still sent, found final and booked, without another attempt", async () => {
    const sale = await sell(world);
    await world.chain.faults([{ method: "sendTransaction", action: "swallow" }]);
    await drive(world);
    Object.assign(signer, DOWN);
    await muchLater(world);
    await world.heal();
    await work(world);
    expect(await storedAttempts(world, sale.id)).toHaveLength(1);
    await expectPaidOnce(world, sale);
  });

  it("and dies between two calls, no transaction stays open, and the payment keeps its nonce for the next", async () => {
    const sale = await sell(world);
    Object.assign(signer, { pay: gone });
    await expect(drive(world)).rejects.toThrow("doesn't answer");
    const { rows } = await sql<{ held: number; open: number }>`
      select (select count(*)::int from payment_nonces where withdrawal_id is not null) as held,
             (select count(*)::int from pg_stat_activity
               where datname = current_database() and state like 'idle in transaction%') as open`.execute(
      world.t.database.ownerDb,
    );
    expect(rows).toEqual([{ held: 1, open: 0 }]);
    Reflect.deleteProperty(signer, "pay");
    await work(world);
    await expectPaidOnce(world, sale);
  });

  it("deposits are credited, and swept once it answers", async () => {
    const { anna } = await sell(world);
    await work(world);
    const address = world.wallet.addressOf(anna.id);
    Object.assign(signer, DOWN);
    await payIn(world, address, 3n * SOL);
    await watchAll(world);
    expect(await balanceOf(world.t, anna)).toBe("8");
    expect(await held(world, address)).toBe(3n * SOL);
    for (const key of Object.keys(signer)) Reflect.deleteProperty(signer, key);
    expect(await planSweeps(world.services)).toBeGreaterThan(0);
    await work(world);
    expect(await held(world, address)).toBe(0n);
    await sound(world);
  });

  it("nobody can sign up, and no account without an address is left behind", async () => {
    Object.assign(signer, DOWN);
    const body = { email: "late@example.org", username: "late", password: "correct horse battery" };
    refused(await call(world.t, "POST", "/auth/signup", { body }), 503, "SERVICE_UNAVAILABLE");
    const { rows } = await sql`select from users where username = 'late'`.execute(world.t.database.ownerDb);
    expect(rows).toEqual([]);
  });
});

it("a payment that the signer refuses waits, holds up no other, and operators read why", async () => {
  const [bad, good] = [await sell(world), await sell(world)];
  const { reference } = await world.t.database.ownerDb
    .selectFrom("withdrawals")
    .select("reference")
    .where("id", "=", bad.id)
    .executeTakeFirstOrThrow();
  const { pay } = world.services.signer;
  Object.assign(signer, {
    pay: async (request: Parameters<Signer["pay"]>[0]) => {
      if (request.note.reference !== reference) return pay(request);
      throw new SignerError("REFUSED", "above the limit for one payment");
    },
  });
  for (let pass = 0; pass < 100 && (await stateOf(world.t, good.id)).state !== "FINALIZED"; pass++) {
    await drive(world).catch(() => undefined);
  }
  expect((await stateOf(world.t, bad.id)).state).toBe("REQUESTED");
  const { rows } = await sql`
    select subject, detail from alerts where kind = 'signer_refused' and closed_at is null`.execute(
    world.t.database.ownerDb,
  );
  expect(rows).toEqual([{ subject: `withdrawal:${bad.id}`, detail: "above the limit for one payment" }]);
  Reflect.deleteProperty(signer, "pay");
  await work(world);
  await expectPaidOnce(world, good);
  await expectPaidOnce(world, bad);
});
