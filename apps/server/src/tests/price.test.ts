import { setParameter } from "@bbux/api/operator";
import { DEFAULT_PARAMETERS, UNIT } from "@bbux/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { call, ok } from "./support.ts";
import { stranger } from "./wallet.support.ts";

let t: TestApp;
let anna: TestMember;
let members = 0;
beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
});
beforeEach(async () => {
  anna = await t.member(`anna${++members}`, { balance: 100n * UNIT });
  await charge("withdrawalFee", 300n);
  await charge("bountyFee", 500n);
});
afterAll(() => t.close());

/** Sets a fee, in basis points, as a passed proposal does. */
async function charge(name: "withdrawalFee" | "bountyFee", value: bigint): Promise<void> {
  await setParameter(t.database.db, DEFAULT_PARAMETERS, { name, value, actor: null, reason: "A vote", at: new Date() });
}

const balance = async () => ok(await call(t, "GET", "/wallet", { as: anna })).bbuxBalance;
const sell = (body: object, key?: string) =>
  call(t, "POST", "/wallet/withdraw", {
    as: anna,
    body: { amount: "5", destinationAddress: DESTINATION, ...body },
    ...(key && { headers: { "idempotency-key": key } }),
  });
const ask = (body: object, key?: string) =>
  call(t, "POST", "/posts", {
    as: anna,
    body: { title: "How?", content: "Tell me", tags: ["money"], bountyAmount: "10", ...body },
    ...(key && { headers: { "idempotency-key": key } }),
  });
const DESTINATION = stranger();

describe("a fee that has risen since it was shown", () => {
  it("isn't taken from a sale: 409 with the new receipt, and nothing has happened", async () => {
    await charge("withdrawalFee", 1_000n);
    const refused = await sell({ maxFee: "0.15" });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toEqual({
      success: false,
      code: "PRICE_CHANGED",
      error: "The fee has changed, so nothing was taken. Please check the new amounts and confirm again.",
      details: { receipt: { amount: "5", fee: "0.5", netAmount: "4.5" } },
    });
    expect(await balance()).toBe("100");
    const { transactions } = ok(await call(t, "GET", "/wallet/transactions/all", { as: anna }));
    expect(transactions.filter(({ type }: { type: string }) => type === "withdrawal")).toEqual([]);
    // Confirmed at the new price.
    expect(ok(await sell({ maxFee: "0.5" }))).toMatchObject({ fee: "0.5", netAmount: "4.5" });
  });

  it("isn't taken by the call that the screens use either", async () => {
    await charge("withdrawalFee", 301n);
    const body = { action: "withdraw", amount: "5", destinationAddress: DESTINATION, maxFee: "0.15" };
    const refused = await call(t, "POST", "/wallet/action", { as: anna, body });
    expect([refused.statusCode, refused.json().code]).toEqual([409, "PRICE_CHANGED"]);
    expect(await balance()).toBe("100");
  });

  it("isn't taken for a bounty: 409 with the new receipt, and no post", async () => {
    await charge("bountyFee", 501n);
    const refused = await ask({ maxFee: "0.5" });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: "PRICE_CHANGED",
      details: { receipt: { amount: "10", fee: "0.501", total: "10.501" } },
    });
    expect(await balance()).toBe("100");
    const { posts } = ok(await call(t, "GET", `/posts?author=${anna.username}`));
    expect(posts).toEqual([]);
  });

  it("is taken if the caller names no highest fee", async () => {
    await charge("withdrawalFee", 1_000n);
    expect(ok(await sell({}))).toMatchObject({ fee: "0.5" });
    ok(await ask({}));
    expect(await balance()).toBe("84.5");
  });
});

describe("a fee at or below the highest that is accepted", () => {
  it("is the one in force, even if more was accepted", async () => {
    expect(ok(await sell({ maxFee: "0.15" }))).toMatchObject({ fee: "0.15" });
    await charge("withdrawalFee", 100n);
    expect(ok(await sell({ maxFee: "0.15" }))).toMatchObject({ fee: "0.05" });
    await charge("withdrawalFee", 0n);
    expect(ok(await sell({ maxFee: 0 }))).toMatchObject({ fee: "0", netAmount: "5" });
  });
});

describe("a sale repeated under its key", () => {
  it("returns the first answer, whatever the fee is by now; a refused one doesn't use up the key", async () => {
    const first = ok(await sell({ maxFee: "0.15" }, "sale-1"));
    await charge("withdrawalFee", 1_000n);
    expect(ok(await sell({ maxFee: "0.15" }, "sale-1"))).toEqual(first);
    expect((await sell({ maxFee: "0.15" }, "sale-2")).json().code).toBe("PRICE_CHANGED");
    await charge("withdrawalFee", 300n);
    expect(ok(await sell({ maxFee: "0.15" }, "sale-2"))).toMatchObject({ fee: "0.15" });
    expect(await balance()).toBe("90");
  });

  it("is the same sale, whatever highest fee it names the second time, and so is a post", async () => {
    const first = ok(await sell({ maxFee: "0.15" }, "sale-3"));
    expect(ok(await sell({ maxFee: "0.2" }, "sale-3"))).toEqual(first);
    const posted = ok(await ask({ maxFee: "0.5" }, "post-1"));
    expect(ok(await ask({ maxFee: "0.6" }, "post-1")).post.id).toBe(posted.post.id);
    expect(await balance()).toBe("84.5");
  });
});

it.each(["-1", "1e3", "0.0000000001", "a lot", {}])("a highest fee of %j is refused at its field", async (maxFee) => {
  for (const response of [await sell({ maxFee }), await ask({ maxFee })]) {
    expect(response.statusCode).toBe(422);
    expect(response.json().details).toMatchObject([{ field: "maxFee" }]);
  }
});
