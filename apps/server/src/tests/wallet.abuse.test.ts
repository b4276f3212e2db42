import { randomBytes } from "node:crypto";
import { processPayments, scanHotWallet } from "@bbux/api";
import bs58 from "bs58";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestMember } from "../testing.ts";
import { call, refused, tally } from "./support.ts";
import {
  alertKinds,
  held,
  type MoneyWorld,
  payIn,
  SOL,
  startMoney,
  stateOf,
  stranger,
  withdrawal,
  work,
} from "./wallet.support.ts";

// What one member or stranger sends in bulk costs no one else anything.

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoney({ env: { WITHDRAWAL_SECOND_LOOK_SECONDS: "0" } });
});
afterAll(() => world.stop());
afterEach(() => world.heal());

const hot = () => world.services.platformWallet.address;

describe("a member who requests many withdrawals", () => {
  it("delays no one else's, because members take turns [M4.17]", { tags: "proof" }, async () => {
    const { t } = world;
    const [many, one] = [await world.rich("many", 2n * SOL), await world.rich("one", SOL)];
    const [shop, home] = [stranger(), stranger()];
    // The same amount to the same address, one per blockhash.
    for (let n = 0; n < 105; n++) await withdrawal(t, many, "0.001", shop);
    const id = await withdrawal(t, one, "0.5", home);
    await processPayments(world.services);
    expect((await stateOf(t, id)).state).toBe("SENT");
    await sql`update withdrawals set state = 'REFUNDED' where state = 'REQUESTED' and user_id = ${many.id}`.execute(
      t.database.ownerDb,
    );
    await work(world);
    expect(await held(world, home)).toBe(485_000_000n);
  });
});

describe("calls that make the platform query the chain", () => {
  it("are limited to 60 a minute per member, so that no one exhausts the node's limit; then 429", async () => {
    const t = await createTestApp({ env: { RATE_LIMITS: "on" }, chainUrl: world.chain.url });
    try {
      const [busy, other] = [await t.member("busy", { balance: SOL }), await t.member("other")];
      const confirm = (as: TestMember) =>
        call(t, "POST", "/wallet/confirm-deposit", { as, body: { signature: bs58.encode(randomBytes(64)) } });
      const answers = await Promise.all(Array.from({ length: 61 }, () => confirm(busy)));
      expect(tally(answers)).toEqual({ 404: 60, 429: 1 });
      refused(await call(t, "GET", "/wallet/get-blockhash", { as: busy }), 429, "RATE_LIMITED");
      const body = { amount: "0.1", destinationAddress: stranger() };
      refused(await call(t, "POST", "/wallet/withdraw", { as: busy, body }), 429, "RATE_LIMITED");
      refused(await confirm(other), 404, "NOT_FOUND");
    } finally {
      await t.close();
    }
  });
});

describe("dust", () => {
  it("at the hot wallet is listed and counted, and raises no alert that would bury others", async () => {
    const { t } = world;
    const before = await alertKinds(t);
    const signature = await payIn(world, hot(), 1n);
    await scanHotWallet(world.services);
    const { rows } = await sql<{ amount: string }>`
      select amount::text from suspense_items where signature = ${signature}`.execute(t.database.ownerDb);
    expect(rows).toEqual([{ amount: "1" }]);
    expect(await alertKinds(t)).toEqual(before);
  });
});
