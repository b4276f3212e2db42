import { finishClosings } from "@bbux/api";
import { UNIT } from "@bbux/contract";
import { balanceOf } from "@bbux/ledger";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { endDays } from "./closing.support.ts";
import { stakesAreSound } from "./governance.support.ts";
import { propose, stake, unstake, vote } from "./proposals.support.ts";
import { call, ok, refused, refusesField, tally } from "./support.ts";

let t: TestApp;
let count = 0;
beforeAll(async () => {
  t = await createTestApp();
  await createTag(t.database, "money");
});
afterEach(() => stakesAreSound({ t }));
afterAll(() => t.close());

const rich = (balance = 10n) => t.member(`member${++count}`, { balance: balance * UNIT });
const wallet = async (as: TestMember) => ok(await call(t, "GET", "/wallet", { as }));
const dashboard = async (as: TestMember) => ok(await call(t, "GET", "/governance/dashboard", { as }));

describe("staking", () => {
  it("moves the amount from the available balance to the stake, and unstaking moves it back [M4.21 M7.47 M7.48 M2.11 M3.03 M3.06]", async () => {
    const ada = await rich();
    expect(ok(await stake(t, ada, "4.5"))).toMatchObject({
      success: true,
      message: "4.5 BBUX staked",
      newStake: "4.5",
      // The treasury is empty, so it adds no bonus to the base rate.
      rewardRate: 0.0005,
    });
    expect(await wallet(ada)).toMatchObject({ bbuxBalance: "5.5", staked: "4.5" });
    expect(ok(await unstake(t, ada, 1.5))).toMatchObject({
      success: true,
      message: "1.5 BBUX unstaked",
      newStake: "3",
      rewardRate: 0.0005,
    });
    expect(await wallet(ada)).toMatchObject({ bbuxBalance: "7", staked: "3" });
    expect(await balanceOf(t.database.db, "stake", ada.id)).toBe(3n * UNIT);
    expect(ok(await unstake(t, ada, 3)).newStake).toBe("0");
    expect(await wallet(ada)).toMatchObject({ bbuxBalance: "10", staked: "0", totalSpent: "0" });
    const { transactions } = ok(await call(t, "GET", "/wallet/transactions", { as: ada }));
    expect(transactions.map(({ type, category, amount }: Record<string, string>) => [type, category, amount])).toEqual([
      ["unstake", "unstake", "3"],
      ["unstake", "unstake", "1.5"],
      ["stake", "stake", "-4.5"],
      ["direct_deposit", "earn", "10"],
    ]);
  });

  it.each([
    ["stake", 0],
    ["stake", -1],
    ["unstake", "0"],
    ["unstake", "-0.1"],
    ["stake", "0.000000000"],
  ])("to %s %s returns a 422 that names amount and asks for a valid one [M5.01 M5.02]", async (action, amount) => {
    const ada = await rich();
    for (const [path, body] of [
      [`/governance/${action}`, { amount }],
      ["/governance", { action, amount }],
    ] as const) {
      const answer = await call(t, "POST", path, { as: ada, body });
      refusesField(answer, "amount");
      expect(answer.json().error).toBe("Please enter a valid amount");
    }
  });

  it("more than the available balance, or unstaking more than is staked, changes nothing [M8.27]", async () => {
    const ada = await rich();
    ok(await stake(t, ada, 8));
    refused(await stake(t, ada, "2.000000001"), 400, "INSUFFICIENT_BALANCE");
    expect(refused(await unstake(t, ada, "8.000000001"), 400, "INSUFFICIENT_BALANCE").details).toEqual({ staked: "8" });
    refused(await unstake(t, await rich(), 1), 400, "INSUFFICIENT_BALANCE");
    expect(await wallet(ada)).toMatchObject({ bbuxBalance: "2", staked: "8" });
  });

  it("requires no reputation [M6.20]", async () => {
    const ada = await rich();
    await t.database.ownerDb.updateTable("users").set({ reputation_points: 0 }).where("id", "=", ada.id).execute();
    ok(await stake(t, ada, 1));
  });

  it("through the screens' single call does the same, and that call refuses any other action [M7.23 M8.05]", async () => {
    const ada = await rich();
    const act = (body: object) => call(t, "POST", "/governance", { as: ada, body });
    expect(ok(await act({ action: "stake", amount: 2 })).newStake).toBe("2");
    expect(ok(await act({ action: "unstake", amount: 1 })).newStake).toBe("1");
    expect(refused(await act({ action: "vote", amount: 1 }), 400, "BAD_REQUEST").error).toBe("Invalid action");
    expect(refused(await call(t, "GET", "/governance?action=x", { as: ada }), 400, "BAD_REQUEST").error).toBe(
      "Invalid action",
    );
  });

  it("is for members: visitors get 401 everywhere except for the rates [M6.04 M6.10]", async () => {
    for (const path of ["/governance/stake", "/governance/unstake", "/governance"]) {
      refused(await call(t, "POST", path, { body: { action: "stake", amount: 1 } }), 401, "UNAUTHENTICATED");
    }
    for (const path of ["/governance", "/governance/dashboard", "/governance/history"]) {
      refused(await call(t, "GET", path), 401, "UNAUTHENTICATED");
    }
    ok(await call(t, "GET", "/governance/reward-rates"));
  });

  it("with a key happens once, whatever is repeated [M7.54]", async () => {
    const ada = await rich();
    const send = () =>
      call(t, "POST", "/governance/stake", { as: ada, body: { amount: 3 }, headers: { "idempotency-key": "once" } });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await wallet(ada)).toMatchObject({ bbuxBalance: "7", staked: "3" });
  });
});

describe("a suspended member", () => {
  it("can unstake and see their stake, but can't stake [C6.28 C6.29]", async () => {
    const ada = await rich();
    ok(await stake(t, ada, 5));
    const suspended = { suspended_at: new Date() };
    await t.database.ownerDb.updateTable("users").set(suspended).where("id", "=", ada.id).execute();
    refused(await stake(t, ada, 1), 403, "ACCOUNT_SUSPENDED");
    const act = (action: string) => call(t, "POST", "/governance", { as: ada, body: { action, amount: 1 } });
    refused(await act("stake"), 403, "ACCOUNT_SUSPENDED");
    expect(ok(await act("unstake")).newStake).toBe("4");
    expect(ok(await unstake(t, ada, 4)).newStake).toBe("0");
    expect((await dashboard(ada)).userStats.available).toBe("10");
  });
});

describe("a stake behind a vote", () => {
  it("stays locked until the vote is over; the rest doesn't [M6.22]", async () => {
    const ada = await rich(20n);
    ok(await stake(t, ada, 6));
    const id = await propose(t, ada);
    ok(await vote(t, ada, id, "for"));
    ok(await stake(t, ada, 4));
    ok(await unstake(t, ada, 4));
    const { details } = refused(await unstake(t, ada, "0.000000001"), 409, "STAKE_LOCKED");
    const { proposal } = ok(await call(t, "GET", `/governance/proposals/${id}`, { as: ada }));
    expect(details).toEqual({ locked: "6", unlocksAt: proposal.closesAt });
    expect((await dashboard(ada)).userStats).toMatchObject({ lockedAmount: "6", unlocksAt: proposal.closesAt });
    t.travel(7 * 86_400_000);
    expect(ok(await unstake(t, ada, 6)).newStake).toBe("0");
    expect((await dashboard(ada)).userStats).toMatchObject({ lockedAmount: "0", unlocksAt: null });
    t.travel(-7 * 86_400_000);
  });

  it("is as large as the largest of several votes needs, until the last of them is over [M6.22]", async () => {
    const ada = await rich(20n);
    const bob = await rich(20n);
    ok(await stake(t, bob, 1));
    ok(await stake(t, ada, 3));
    const first = await propose(t, bob);
    t.travel(86_400_000);
    ok(await stake(t, ada, 5));
    const second = await propose(t, bob);
    for (const id of [second, first]) ok(await vote(t, ada, id, "against"));
    expect((await dashboard(ada)).userStats.lockedAmount).toBe("8");
    refused(await unstake(t, ada, 1), 409, "STAKE_LOCKED");
    t.travel(6 * 86_400_000);
    expect((await dashboard(ada)).userStats.lockedAmount).toBe("8");
    t.travel(-7 * 86_400_000);
  });
});

describe("concurrent calls", () => {
  it("50 at once, half staking and half unstaking, neither lose nor create a base unit [M4.21]", {
    tags: "proof",
  }, async () => {
    const ada = await rich(30n);
    ok(await stake(t, ada, 5));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 ? unstake(t, ada, 1) : stake(t, ada, 2))),
    );
    const { 200: done = 0, 400: short = 0 } = tally(answers);
    expect(done + short).toBe(50);
    const [staked, taken] = [0, 1].map(
      (odd) => answers.filter(({ statusCode }, n) => n % 2 === odd && statusCode === 200).length,
    );
    const after = 5 + 2 * (staked ?? 0) - (taken ?? 0);
    expect(await wallet(ada)).toMatchObject({ staked: String(after), bbuxBalance: String(30 - after) });
  });

  it("of 50 that stake the whole balance, one succeeds [M8.27]", { tags: "proof" }, async () => {
    const ada = await rich(7n);
    expect(tally(await Promise.all(Array.from({ length: 50 }, () => stake(t, ada, 7))))).toEqual({ 200: 1, 400: 49 });
    expect(tally(await Promise.all(Array.from({ length: 50 }, () => unstake(t, ada, 7))))).toEqual({ 200: 1, 400: 49 });
    expect(await wallet(ada)).toMatchObject({ bbuxBalance: "7", staked: "0" });
  });

  it("that stake and place bounties spend a balance once [M8.27]", { tags: "proof" }, async () => {
    const ada = await rich(7n);
    const body = { title: "How?", content: "Tell me", tags: ["money"], bountyAmount: 4 };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? stake(t, ada, 5) : call(t, "POST", "/posts", { as: ada, body }))),
    );
    expect(tally(answers)).toEqual({ 200: 1, 400: 19 });
  });

  it("that unstake and vote leave no vote without its stake [M6.22]", async () => {
    const bob = await rich();
    ok(await stake(t, bob, 1));
    for (let round = 0; round < 5; round++) {
      const ada = await rich();
      ok(await stake(t, ada, 4));
      const id = await propose(t, bob).catch(() => "");
      if (id === "") break;
      await Promise.all([vote(t, ada, id, "for"), unstake(t, ada, 3), unstake(t, ada, 1)]);
      const { rows } = await sql<{ kept: boolean }>`
        select s.amount >= v.stake as kept from proposal_votes v join stakes s on s.user_id = v.voter_id
         where v.voter_id = ${ada.id}`.execute(t.database.ownerDb);
      expect(rows.every(({ kept }) => kept)).toBe(true);
    }
  });

  it("that stake and close the account leave no stake in a closed one", async () => {
    for (let round = 0; round < 4; round++) {
      const ada = await rich(3n);
      if (round % 2) ok(await unstake(t, ada, ok(await stake(t, ada, 3)).newStake));
      const body = { password: ada.password, forfeitBalance: true };
      await Promise.all([
        call(t, "POST", "/auth/delete-account", { as: ada, body }),
        ...Array.from({ length: 5 }, () => stake(t, ada, 3)),
      ]);
      await endDays(t, ada);
      await finishClosings(t.services);
      const { rows } = await sql<{ closed: boolean; staked: string }>`
        select deleted_at is not null as closed, coalesce((select amount from stakes where user_id = u.id), 0)::text as staked
          from users u where id = ${ada.id}`.execute(t.database.ownerDb);
      expect(rows[0]).toEqual(
        rows[0]?.closed ? { closed: true, staked: "0" } : { closed: false, staked: "3000000000" },
      );
    }
  });
});

describe("an account", () => {
  it("can't be closed while it holds a stake, even by a member who gives up their balance", async () => {
    const ada = await rich();
    ok(await stake(t, ada, 10));
    const close = () =>
      call(t, "POST", "/auth/delete-account", { as: ada, body: { password: ada.password, forfeitBalance: true } });
    expect(refused(await close(), 409, "ACCOUNT_HAS_STAKE").details).toEqual({ staked: "10" });
    ok(await unstake(t, ada, 10));
    ok(await close());
  });
});
