import { bountyFee, DEFAULT_PARAMETERS, PARAMETER_NAMES, parseAmount, UNIT, withdrawalFee } from "@bbux/contract";
import { audit } from "@bbux/ledger";
import { Keypair } from "@solana/web3.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { linesOf, SIGNAL, stake, submit } from "./proposals.support.ts";
import { call, ok, refused, refusesField } from "./support.ts";

let t: TestApp;
let admin: TestMember;
let member: TestMember;
beforeAll(async () => {
  t = await createTestApp({ env: { PROPOSAL_STAKE_SIGNAL: "2.5", REFUND_REQUIRED_VOTES: "7" } });
  await createTag(t.database, "money");
  member = await t.member("member", { balance: 1_000n * UNIT });
  admin = await t.member("some_admin");
  await t.database.ownerDb.updateTable("users").set({ role: "admin" }).where("id", "=", admin.id).execute();
});
afterAll(() => t.close());

const REASON = "For the test of this rule";
const set = (as: TestMember, name: string, value: string, reason = REASON) =>
  call(t, "PUT", "/admin/parameters", { as, body: { name, value, reason } });
const listed = async () => {
  const parameters: { name: string; value: string }[] = ok(await call(t, "GET", "/parameters")).parameters;
  return new Map(parameters.map((one) => [one.name, one]));
};
const audited = () =>
  t.database.db.selectFrom("audit_log").selectAll().where("action", "=", "PARAMETER_SET").orderBy("id").execute();

/** The legs of the transfer caused by a post or withdrawal, in base units by kind of account. */
async function legsOf(cause: string): Promise<Record<string, bigint>> {
  const rows = await t.database.db
    .selectFrom("ledger_entries as e")
    .innerJoin("ledger_transfers as x", "x.id", "e.transfer_id")
    .innerJoin("ledger_accounts as a", "a.id", "e.account_id")
    .select(["a.kind", "e.amount"])
    .where("x.cause", "=", cause)
    .execute();
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, BigInt(amount)]));
}

async function placeBounty(amount: string): Promise<Record<string, bigint>> {
  const body = { title: "How?", content: "Tell me", tags: ["money"], hasBounty: true, bountyAmount: amount };
  return legsOf(ok(await call(t, "POST", "/posts", { as: member, body })).post.id);
}

describe("the list", () => {
  it("needs no session, and has each parameter with its bounds, as configured", async () => {
    const parameters = await listed();
    expect([...parameters.keys()]).toEqual([...PARAMETER_NAMES]);
    expect(parameters.get("signalStake")).toMatchObject({ value: "2500000000", default: "2500000000", min: "0" });
    expect(parameters.get("requiredVotes")).toMatchObject({ value: "7", unit: "count", changedAt: null });
    expect(parameters.get("volumeHigh")).toMatchObject({ max: "1000000000000000000" });
  });
});

describe("an admin's change", () => {
  it("takes effect immediately, with its reason in the history, an audit entry, and a log line", async () => {
    const answer = ok(await set(admin, "bountyFee", "333"));
    expect(answer.parameter).toMatchObject({ name: "bountyFee", value: "333", default: "500" });
    expect(answer.parameter.changedAt).not.toBeNull();
    expect((await listed()).get("bountyFee")).toEqual(answer.parameter);
    const { changes } = ok(await call(t, "GET", "/parameters/history"));
    expect(changes).toMatchObject([
      { name: "bountyFee", value: "333", previous: "500", proposalId: null, reason: REASON },
    ]);
    expect(await audited()).toMatchObject([
      {
        actor_id: admin.id,
        target_kind: "parameter",
        target_id: "bountyFee",
        reason: REASON,
        details: { previous: "500", value: "333", change: "Fee on a bounty: 5% → 3.33%" },
      },
    ]);
    expect(await linesOf(t, "parameter:bountyFee")).toEqual([
      { type: "PARAMETER_CHANGED", description: "Fee on a bounty: 5% → 3.33%" },
    ]);
    expect(await placeBounty("0.03")).toEqual({ member: -30_999_000n, escrow: 30_000_000n, treasury: 999_000n });
  });

  it("to the current value leaves no trace", async () => {
    ok(await set(admin, "bountyFee", "333"));
    ok(await set(admin, "maxRate", DEFAULT_PARAMETERS.maxRate.toString()));
    expect(await audited()).toHaveLength(1);
    expect(ok(await call(t, "GET", "/parameters/history")).changes).toHaveLength(1);
  });

  it("is for admins, within the bounds, with a reason", async () => {
    refused(await set(member, "bountyFee", "0"), 403, "FORBIDDEN");
    refused(await call(t, "PUT", "/admin/parameters", { body: {} }), 401, "UNAUTHENTICATED");
    refusesField(await set(admin, "bountyFee", "1001"), "value");
    refusesField(await set(admin, "requiredVotes", "0"), "value");
    refusesField(await set(admin, "bountyFee", "-1"), "value");
    refusesField(await set(admin, "bountyFee", "4.5"), "value");
    refusesField(await set(admin, "bountyFee", "9".repeat(19)), "value");
    refusesField(await set(admin, "bountyFee", "400", "because"), "reason");
    refusesField(await set(admin, "salary", "400"), "name");
    expect((await listed()).get("bountyFee")?.value).toBe("333");
  });

  it("concurrent with others leaves a history in which each follows from the previous one", async () => {
    const values = Array.from({ length: 12 }, (_, n) => String(100 + n));
    await Promise.all(values.map((value) => set(admin, "baseRate", value)));
    const { changes } = ok(await call(t, "GET", "/parameters/history?name=baseRate"));
    expect(changes).toHaveLength(12);
    const oldestFirst: { value: string; previous: string }[] = changes.toReversed();
    let before = "500";
    for (const { value, previous } of oldestFirst) {
      expect(previous).toBe(before);
      before = value;
    }
    expect((await listed()).get("baseRate")?.value).toBe(before);
  });

  it("of a proposal's stake applies to the next proposal [M5.42]", async () => {
    ok(await stake(t, member, "2.6"));
    ok(await submit(t, member));
    ok(await set(admin, "signalStake", "2700000000"));
    expect(refused(await submit(t, member), 403, "STAKE_TOO_LOW").details).toEqual({ needed: "2.7", staked: "2.6" });
    ok(await set(admin, "signalStake", "0"));
    const newcomer = await t.member("newcomer");
    expect(ok(await submit(t, newcomer, SIGNAL)).proposal.status).toBe("OPEN");
  });
});

describe("fees at odd rates", () => {
  const rates = fc.bigInt(0n, 1_000n);

  it("are never below the exact amount, nor above it by a whole base unit", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 18n), rates, (amount, rate) => {
        for (const fee of [bountyFee(amount, rate), withdrawalFee(amount, rate)]) {
          expect(fee * 10_000n).toBeGreaterThanOrEqual(amount * rate);
          expect((fee - 1n) * 10_000n).toBeLessThan(amount * rate);
        }
      }),
    );
  });

  it("of actual bounties and withdrawals are rounded up to the base unit, and the books balance", async () => {
    const destinationAddress = Keypair.generate().publicKey.toBase58();
    const cases = fc.sample(
      fc.tuple(rates, rates, fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 999 })),
      {
        numRuns: 12,
        seed: 5,
      },
    );
    for (const [bountyRate, withdrawalRate, cents, rest] of cases) {
      ok(await set(admin, "bountyFee", String(bountyRate)));
      ok(await set(admin, "withdrawalFee", String(withdrawalRate)));
      const bounty = BigInt(cents) * (UNIT / 100n);
      const legs = await placeBounty((cents / 100).toFixed(2));
      const fee = legs.treasury ?? 0n;
      expect(legs.escrow).toBe(bounty);
      expect(-(legs.member ?? 0n)).toBe(bounty + fee);
      expect([fee * 10_000n >= bounty * bountyRate, (fee - 1n) * 10_000n < bounty * bountyRate]).toEqual([true, true]);

      const amount = `1.${String(rest).padStart(9, "0")}`;
      const units = parseAmount(amount) ?? 0n;
      const body = { amount, destinationAddress };
      const asked = ok(await call(t, "POST", "/wallet/withdraw", { as: member, body }));
      const [taken, net] = [parseAmount(asked.fee) ?? 0n, parseAmount(asked.netAmount) ?? 0n];
      expect(taken + net).toBe(units);
      expect(taken * 10_000n).toBeGreaterThanOrEqual(units * withdrawalRate);
      expect((taken - 1n) * 10_000n).toBeLessThan(units * withdrawalRate);
    }
    expect((await audit(t.database.db)).problems).toEqual([]);
  });
});
