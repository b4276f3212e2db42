import { makeCheckpoint } from "@bbux/api";
import { verifyProof } from "@bbux/client/verify";
import { formatAmount, type LiabilityProof, liabilityProofOutput, parseAmount, UNIT } from "@bbux/contract";
import { balanceForfeited, deposit, post, stakeAdded } from "@bbux/ledger";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../testing.ts";
import { call, ok, refused } from "./support.ts";
import { type Books, startBooks } from "./transparency.support.ts";

let books: Books;
let rich: TestMember;
let staker: TestMember;
let one: TestMember;
let broke: TestMember;
let proof: LiabilityProof;

const proofOf = async (as: TestMember) =>
  liabilityProofOutput.parse(ok(await call(books.t, "GET", "/transparency/proof", { as }))).proof;
const must = <T>(value: T | null | undefined): T => {
  if (value === null || value === undefined) throw new Error("missing");
  return value;
};

beforeAll(async () => {
  books = await startBooks();
  const { db } = books.t.database;
  rich = await books.t.member("rich", { balance: 1_234n * UNIT + 5n });
  staker = await books.t.member("staker", { balance: 10n * UNIT });
  one = await books.t.member("one", { balance: 1n });
  broke = await books.t.member("broke");
  await post(db, stakeAdded({ cause: "s", member: staker.id, amount: 10n * UNIT }));
  for (let n = 1; n <= 40; n++)
    await deposit(db, { cause: `${n}`, member: `${n}`, amount: 1_000_000n * BigInt(n) + 1n });
  // Closed: its balance went to the treasury.
  await post(db, balanceForfeited({ cause: "1", member: "1", amount: 1_000_001n }));
  await makeCheckpoint(books.t.services);
  proof = must(await proofOf(rich));
});
afterAll(() => books.t.close());

describe("a member's proof", () => {
  it("shows that their available balance and stake are in the signed sum [M3.10]", async () => {
    const key = books.t.services.platformWallet.checkpointKey();
    for (const [member, amount] of [
      [rich, 1_234n * UNIT + 5n],
      [staker, 10n * UNIT],
      [one, 1n],
    ] as const) {
      const report = await verifyProof(await proofOf(member), { key, memberId: member.id });
      expect(report).toMatchObject({ ok: true, memberId: member.id, amount, signatureChecked: true });
    }
    const { checkpoint } = proof;
    // Forty without the closed one, plus three members with a balance.
    expect(checkpoint.members).toBe(42);
    expect(checkpoint.liabilities).toBe("1244.819000045");
  });

  it("is available to its member only: not without a session, and null for members without a balance [M3.10]", async () => {
    refused(await call(books.t, "GET", "/transparency/proof"), 401, "UNAUTHENTICATED");
    expect(await proofOf(broke)).toBe(null);
    const late = await books.t.member("late", { balance: 5n });
    expect(await proofOf(late)).toBe(null);
  });

  it("reveals nobody else's balance: no sibling contains a whole one [M3.10]", async () => {
    const balances = new Set(
      [
        ...Array.from({ length: 40 }, (_, n) => 1_000_000n * BigInt(n + 1) + 1n),
        ...[1_234n * UNIT + 5n, 10n * UNIT],
      ].map(String),
    );
    for (const member of [rich, staker]) {
      const { shares } = must(await proofOf(member));
      expect(shares.length).toBeGreaterThanOrEqual(2);
      expect(shares.length).toBeLessThanOrEqual(4);
      for (const { path } of shares) {
        for (const { sum } of path) expect(balances).not.toContain(String(BigInt(Math.round(Number(sum) * 1e9))));
      }
    }
  });

  it("fails if any of its amounts, sums, nonces, hashes, sides, or its member is changed [M3.10]", async () => {
    expect((await verifyProof(proof)).ok).toBe(true);
    const steps = proof.shares.flatMap(({ path }, share) => path.map((_, step) => [share, step] as const));
    const share = (nth: number, change: (share: LiabilityProof["shares"][number]) => object) => ({
      ...proof,
      shares: proof.shares.map((each, at) => (at === nth ? { ...each, ...change(each) } : each)),
    });
    const inStep = (
      [nth, at]: readonly [number, number],
      change: (step: LiabilityProof["shares"][number]["path"][number]) => object,
    ) =>
      share(nth, ({ path }) => ({
        path: path.map((step, place) => (place === at ? { ...step, ...change(step) } : step)),
      }));
    const more = (amount: string) =>
      amount.includes(".") ? `${amount.slice(0, -1)}${amount.endsWith("9") ? 8 : 9}` : `${amount}.1`;
    const other = (hex: string) => hex.replace(/^./, (char) => (char === "0" ? "1" : "0"));
    const nth = fc.nat({ max: proof.shares.length - 1 });
    const tampered: fc.Arbitrary<unknown> = fc.oneof(
      fc.constantFrom(
        { ...proof, amount: more(proof.amount) },
        { ...proof, memberId: staker.id },
        { ...proof, shares: proof.shares.slice(1) },
        { ...proof, shares: [...proof.shares, proof.shares[0]] },
        { ...proof, shares: [] },
        { ...proof, checkpoint: { ...proof.checkpoint, liabilities: more(proof.checkpoint.liabilities) } },
        { ...proof, checkpoint: { ...proof.checkpoint, root: other(proof.checkpoint.root) } },
        {
          ...proof,
          checkpoint: { ...proof.checkpoint, body: proof.checkpoint.body.replace("members 42", "members 41") },
        },
      ),
      nth.map((at) => share(at, ({ amount }) => ({ amount: more(amount) }))),
      nth.map((at) => share(at, ({ nonce }) => ({ nonce: other(nonce) }))),
      nth.map((at) => share(at, ({ path }) => ({ path: path.slice(1) }))),
      nth.map((at) => share(at, ({ path }) => ({ path: path.slice(0, -1) }))),
      fc.constantFrom(...steps).map((at) => inStep(at, ({ hash }) => ({ hash: other(hash) }))),
      fc.constantFrom(...steps).map((at) => inStep(at, ({ sum }) => ({ sum: more(sum) }))),
      fc.constantFrom(...steps).map((at) => inStep(at, ({ sum }) => ({ sum: `-${sum}` }))),
      fc.constantFrom(...steps).map((at) => inStep(at, ({ side }) => ({ side: side === "left" ? "right" : "left" }))),
    );
    await fc.assert(
      fc.asyncProperty(tampered, async (changed) => {
        expect((await verifyProof(changed)).ok).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it("fails if an amount is moved between siblings, because every sum is hashed [M3.10]", async () => {
    const [first, ...others] = proof.shares;
    const [a, b, ...rest] = must(first).path;
    const [less, more] = [must(a), must(b)];
    const moved = (units: bigint) => formatAmount(units);
    const path = [
      { ...less, sum: moved(must(parseAmount(less.sum)) - 1n) },
      { ...more, sum: moved(must(parseAmount(more.sum)) + 1n) },
      ...rest,
    ];
    expect((await verifyProof({ ...proof, shares: [{ ...must(first), path }, ...others] })).ok).toBe(false);
  });

  it("can't serve two members: a leaf belongs to one, and duplicate leaves are detected [M3.10]", async () => {
    const { amount, shares } = proof;
    const [first] = shares;
    expect(await verifyProof({ ...proof, memberId: one.id, amount: first?.amount, shares: [first] })).toMatchObject({
      ok: false,
    });
    const twice = String(Number(amount) * 2);
    expect((await verifyProof({ ...proof, amount: twice, shares: [...shares, ...shares] })).ok).toBe(false);
    expect(await verifyProof(proof, { memberId: staker.id })).toMatchObject({ ok: false });
  });

  it("belongs to this platform: another key is refused [M3.10]", async () => {
    const key = Buffer.alloc(32, 3).toString("base64");
    expect(await verifyProof(proof, { key })).toMatchObject({ ok: false, problem: expect.stringContaining("key") });
  });
});
