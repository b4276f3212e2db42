import { bountyCost, DAY_MS, UNIT } from "@bbux/contract";
import { audit, balanceOf, totals, treasuryBalance } from "@bbux/ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { call, ok, refused, refusesField, tally } from "./support.ts";

let t: TestApp;
let rich: TestMember;
beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
  rich = await t.member("rich", { balance: 3_000_000n * UNIT });
});
afterAll(async () => {
  const { problems } = await audit(t.database.ownerDb);
  await t.close();
  expect(problems).toEqual([]);
});

const valid = { title: "How?", content: "Tell me", tags: ["money"] };
const post = (as: TestMember, body: object, headers: Record<string, string> = {}) =>
  call(t, "POST", "/posts", { as, body: { ...valid, ...body }, headers });
const balance = (who: TestMember) => balanceOf(t.database.db, "member", who.id);
const escrow = (id: string) => balanceOf(t.database.db, "escrow", id);
const postsOf = async (who: TestMember) =>
  t.database.db.selectFrom("posts").select("id").where("author_id", "=", who.id).execute();

describe("a bounty", () => {
  it("costs its amount, which goes to escrow, plus 5%, which goes to the treasury [C1.02 C5.08 M1.05 C3.11]", async () => {
    const before = { member: await balance(rich), treasury: await treasuryBalance(t.database.db) };

    const body = ok(await post(rich, { hasBounty: true, bountyAmount: 12.34 }));

    expect(body.post).toMatchObject({ reward: 12.34, bountyAmount: 12.34, bountyStatus: "ESCROWED", status: "OPEN" });
    const amount = 12_340_000_000n;
    expect(bountyCost(amount, 500n)).toBe(12_957_000_000n);
    expect(await balance(rich)).toBe(before.member - 12_957_000_000n);
    expect(await escrow(body.post.id)).toBe(amount);
    expect(await treasuryBalance(t.database.db)).toBe(before.treasury + 617_000_000n);
  });

  it.each([0.01, "0.01", 1, "1.00", 0.07, 1.1, 29.99, 999_999.99, 1_000_000])(
    "of %j is accepted as a number or decimal string, and returned as a JSON number [C5.05 C5.46 C3.11 M5.38]",
    async (amount) => {
      const { post: made } = ok(await post(rich, { bountyAmount: amount }));
      expect(made.reward).toBe(Number(amount));
      expect(await escrow(made.id)).toBe(BigInt(Math.round(Number(amount) * 100)) * (UNIT / 100n));
      ok(await call(t, "DELETE", `/posts/${made.id}`, { as: rich }));
    },
  );

  const bad: unknown[] = [-1, "-1", -0.01, 0, "0", 0.001, 0.009, 0.015, "0.001", "1.005", 1_000_000.01, 1e15, 1e300];
  const noAmounts: unknown[] = ["1e3", "NaN", "Infinity", "0x10", "1,5", "", " ", "1 ", "+1", ".5", "5.", "١", [1], {}];
  const tooFine: unknown[] = ["0.0100000001", "1.0000000000", 0.010000000001, "9".repeat(40), "99999999999", true];
  it.each([...bad, ...noAmounts, ...tooFine])(
    "of %j is refused with a 422 that names the field, and no post is created [C5.05 C5.46 M5.38 M5.43]",
    async (bountyAmount) => {
      const before = (await postsOf(rich)).length;
      refusesField(await post(rich, { hasBounty: true, bountyAmount }), "bountyAmount");
      expect(await postsOf(rich)).toHaveLength(before);
    },
  );
  it("that is turned on needs an amount [C5.05]", async () => {
    refusesField(await post(rich, { hasBounty: true }), "bountyAmount");
    refusesField(await post(rich, { hasBounty: true, bountyAmount: null }), "bountyAmount");
  });
  it("in JSON's exponent form is read as a number: 1e0 is 1, and 1e999 is refused [M5.43]", async () => {
    const send = (amount: string) =>
      t.app.inject({
        method: "POST",
        url: "/api/posts",
        headers: { ...rich.headers, "content-type": "application/json" },
        payload: `{"title":"T","content":"C","tags":["money"],"bountyAmount":${amount}}`,
      });
    expect(ok(await send("1e0")).post.reward).toBe(1);
    refusesField(await send("1e999"), "bountyAmount");
    refusesField(await send("-0.5"), "bountyAmount");
    refused(await send("NaN"), 400, "BAD_REQUEST");
  });

  it("lasts 7 days by default, otherwise 1 to 30 [C5.06 C5.07 M5.39]", async () => {
    const lasts = async (body: object) => {
      const { post: made } = ok(await post(rich, { bountyAmount: 1, ...body }));
      return (Date.parse(made.bountyExpiresAt) - Date.parse(made.createdAt)) / DAY_MS;
    };
    expect(await lasts({})).toBe(7);
    expect(await lasts({ bountyDuration: null })).toBe(7);
    expect(await lasts({ bountyDuration: 1 })).toBe(1);
    expect(await lasts({ bountyDuration: 30 })).toBe(30);
  });

  it("shows as EXPIRED once it has ended, and stays in escrow [C3.13]", async () => {
    const { post: made } = ok(await post(rich, { bountyAmount: 1, bountyDuration: 1 }));
    t.travel(DAY_MS + 1_000);
    const read = ok(await call(t, "GET", `/posts/${made.id}`)).post;
    t.travel(-DAY_MS - 1_000);
    expect(read).toMatchObject({ status: "OPEN", bountyStatus: "EXPIRED", reward: 1 });
    expect(await escrow(made.id)).toBe(UNIT);
  });
});

describe("an insufficient balance", () => {
  it("by one base unit returns 400 INSUFFICIENT_BALANCE and leaves nothing behind [C5.09 M5.40 M8.20]", async () => {
    const poor = await t.member("poor", { balance: bountyCost(10n * UNIT, 500n) - 1n });
    const books = await totals(t.database.db);
    const { data } = ok(await call(t, "GET", "/tags?search=money"));

    const response = await post(poor, { bountyAmount: 10 });

    expect(refused(response, 400, "INSUFFICIENT_BALANCE").error).toBe("Insufficient balance");
    expect(await postsOf(poor)).toEqual([]);
    expect(await totals(t.database.db)).toEqual(books);
    expect(ok(await call(t, "GET", "/tags?search=money")).data).toEqual(data);
    ok(await post(poor, { bountyAmount: 9.99 }));
  });
  it("of zero does the same, and a post without a bounty is free [C5.09 C1.01]", async () => {
    const broke = await t.member("broke");
    refused(await post(broke, { bountyAmount: 0.01 }), 400, "INSUFFICIENT_BALANCE");
    ok(await post(broke, {}));
    expect(await balance(broke)).toBe(0n);
  });
  it("for fifty concurrent posts creates as many as it can pay for [C5.09 M5.40]", { tags: "proof" }, async () => {
    const thin = await t.member("thin", { balance: 7n * bountyCost(UNIT, 500n) + UNIT });
    const responses = await Promise.all(Array.from({ length: 50 }, () => post(thin, { bountyAmount: 1 })));
    expect(tally(responses)).toEqual({ 200: 7, 400: 43 });
    for (const response of responses.filter((r) => r.statusCode === 400)) {
      refused(response, 400, "INSUFFICIENT_BALANCE");
    }
    expect(await postsOf(thin)).toHaveLength(7);
    expect(await balance(thin)).toBe(UNIT);
  });
});

describe("an Idempotency-Key", () => {
  const key = (value: string) => ({ "idempotency-key": value });
  it("sent twice, in sequence or concurrently, creates one post and returns one response [M7.54]", async () => {
    const before = await balance(rich);
    const first = await post(rich, { bountyAmount: 2 }, key("once"));
    const again = await post(rich, { bountyAmount: 2 }, key("once"));
    expect(ok(again)).toEqual(ok(first));
    expect(await balance(rich)).toBe(before - bountyCost(2n * UNIT, 500n));

    const racing = await Promise.all(Array.from({ length: 10 }, () => post(rich, { bountyAmount: 3 }, key("at-once"))));
    expect(tally(racing)).toEqual({ 200: 10 });
    expect(new Set(racing.map((r) => r.body)).size).toBe(1);
    expect(await balance(rich)).toBe(before - bountyCost(5n * UNIT, 500n));
  });
  it("with a different body or call returns 409 [M7.54]", async () => {
    const { post: made } = ok(await post(rich, { bountyAmount: 2 }, key("taken")));
    refused(await post(rich, { bountyAmount: 2.01 }, key("taken")), 409, "IDEMPOTENCY_CONFLICT");
    const remove = await call(t, "DELETE", `/posts/${made.id}`, { as: rich, headers: key("taken") });
    refused(remove, 409, "IDEMPOTENCY_CONFLICT");
  });
  it("of another member is a different key", async () => {
    const other = await t.member("other", { balance: 10n * UNIT });
    const [mine, theirs] = [await post(rich, {}, key("shared")), await post(other, {}, key("shared"))];
    expect(ok(mine).post.id).not.toBe(ok(theirs).post.id);
  });
  it("of a failed call can be used again", async () => {
    const late = await t.member("late");
    refused(await post(late, { bountyAmount: 1 }, key("retry")), 400, "INSUFFICIENT_BALANCE");
    ok(await post(late, {}, key("retry")));
  });
  it.each(["", "x".repeat(201), "has space", "ümlaut"])("%j returns 422", async (value) => {
    refusesField(await post(rich, {}, key(value)), "Idempotency-Key");
  });
});
