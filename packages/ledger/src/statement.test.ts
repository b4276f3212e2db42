import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deposit, payBounty, placeBounty, statement } from "./index.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ unbacked: true });
});
afterAll(() => test.drop());

it("lists an account's lines newest first, each with its counterparts and the balance after it", async () => {
  await deposit(test.db, { cause: "signature", member: "alice", amount: 2_000n });
  const bounty = { cause: "q1", escrow: "q1", member: "alice", amount: 1_000n, fee: 50n, refs: { post: "q1" } };
  const { transferId } = await placeBounty(test.db, bounty);

  const { lines, next } = await statement(test.db, { kind: "member", owner: "alice", limit: 10 });
  expect(next).toBeUndefined();
  expect(lines).toHaveLength(2);
  expect(lines[0]).toEqual({
    transferId,
    kind: "bounty_placed",
    cause: "q1",
    reason: "Bounty placed",
    refs: { post: "q1" },
    amount: -1_050n,
    balanceAfter: 950n,
    counterparts: [
      { kind: "escrow", owner: "q1", amount: 1_000n },
      { kind: "treasury", owner: "platform", amount: 50n },
    ],
    createdAt: expect.any(Date),
  });
  expect(lines[1]).toMatchObject({ kind: "deposit", amount: 2_000n, balanceAfter: 2_000n });

  await payBounty(test.db, { cause: "q1", escrow: "q1", member: "bob", amount: 1_000n });
  const escrow = await statement(test.db, { kind: "escrow", owner: "q1", limit: 10 });
  expect(escrow.lines.map((line) => [line.kind, line.amount, line.balanceAfter])).toEqual([
    ["bounty_paid", -1_000n, 0n],
    ["bounty_placed", 1_000n, 1_000n],
  ]);
});

it("pages without gaps or repeats while lines are added", async () => {
  const member = "carol";
  for (let n = 1; n <= 7; n++) await deposit(test.db, { cause: `c${n}`, member, amount: BigInt(n) });
  const seen: bigint[] = [];
  let before: string | undefined;
  do {
    const page = await statement(test.db, { kind: "member", owner: member, before, limit: 3 });
    seen.push(...page.lines.map((line) => line.amount));
    before = page.next;
    await deposit(test.db, { cause: `late${seen.length}`, member, amount: 100n });
  } while (before !== undefined);
  expect(seen).toEqual([7n, 6n, 5n, 4n, 3n, 2n, 1n]);
});

it("is empty for an account that does not exist", async () => {
  const page = await statement(test.db, { kind: "member", owner: "nobody", limit: 3 });
  expect(page).toEqual({ lines: [], next: undefined });
});
