import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  balanceOf,
  bountyPlaced,
  deposit,
  fundPool,
  type LedgerErrorCode,
  payBounty,
  placeBounty,
  post,
  returnBounty,
  rollUp,
  supply,
  totals,
  treasuryBalance,
} from "./index.ts";
import { allowTestTransfers } from "./tests.support.ts";

let test: TestDatabase;
let names = 0;

beforeAll(async () => {
  test = await createTestDatabase({ unbacked: true });
  await allowTestTransfers(test);
});
afterAll(() => test.drop());

/** A unique name for members, escrows and causes. */
const fresh = () => `n${++names}`;
const refusal = (code: LedgerErrorCode) => expect.objectContaining({ name: "LedgerError", code });

async function funded(amount: bigint): Promise<string> {
  const member = fresh();
  await deposit(test.db, { cause: fresh(), member, amount });
  return member;
}

describe("what a transfer moves", () => {
  it("mints BBUX with a deposit: the member's balance rises by what the chain's falls", async () => {
    const before = await totals(test.db);
    const member = await funded(1_500_000_000n);
    const after = await totals(test.db);
    expect(await balanceOf(test.db, "member", member)).toBe(1_500_000_000n);
    expect(after.external).toBe(before.external - 1_500_000_000n);
    expect(await supply(test.db)).toBe(-after.external);
    expect(after.member).toBe(before.member + 1_500_000_000n);
  });

  it("takes a bounty from the member: the amount to its escrow, the fee to the treasury [C5.08] [M1.05]", async () => {
    const [member, escrow, before] = [await funded(2_000n), fresh(), await treasuryBalance(test.db)];
    const posted = await placeBounty(test.db, { cause: escrow, member, escrow, amount: 1_000n, fee: 50n });
    expect(posted).toEqual({ transferId: expect.stringMatching(/^\d+$/), replayed: false });
    expect(await balanceOf(test.db, "member", member)).toBe(950n);
    expect(await balanceOf(test.db, "escrow", escrow)).toBe(1_000n);
    expect(await treasuryBalance(test.db)).toBe(before + 50n);
  });

  it("pays a bounty from its escrow to the winner, once", async () => {
    const [member, winner, escrow] = [await funded(1_000n), fresh(), fresh()];
    await placeBounty(test.db, { cause: escrow, member, escrow, amount: 1_000n, fee: 0n });
    await payBounty(test.db, { cause: escrow, escrow, member: winner, amount: 1_000n });
    expect(await balanceOf(test.db, "member", winner)).toBe(1_000n);
    expect(await balanceOf(test.db, "escrow", escrow)).toBe(0n);
    await expect(
      payBounty(test.db, { cause: escrow, idempotencyKey: fresh(), escrow, member: winner, amount: 1_000n }),
    ).rejects.toEqual(refusal("DUPLICATE_CAUSE"));
    await expect(returnBounty(test.db, { cause: escrow, escrow, member, amount: 1_000n })).rejects.toEqual(
      refusal("INSUFFICIENT_BALANCE"),
    );
  });

  it("returns a bounty without its fee [C4.29]", async () => {
    const [member, escrow] = [await funded(1_050n), fresh()];
    await placeBounty(test.db, { cause: escrow, member, escrow, amount: 1_000n, fee: 50n });
    await returnBounty(test.db, { cause: escrow, escrow, member, amount: 1_000n });
    expect(await balanceOf(test.db, "member", member)).toBe(1_000n);
    expect(await balanceOf(test.db, "escrow", escrow)).toBe(0n);
  });

  it("allots no more to a pool than the treasury holds", async () => {
    const [member, escrow, pool] = [await funded(10_000n), fresh(), fresh()];
    await placeBounty(test.db, { cause: escrow, member, escrow, amount: 1_000n, fee: 500n });
    const held = await treasuryBalance(test.db);
    await expect(fundPool(test.db, { cause: fresh(), pool, amount: held + 1n })).rejects.toEqual(
      refusal("INSUFFICIENT_BALANCE"),
    );
    await fundPool(test.db, { cause: fresh(), pool, amount: held });
    expect(await treasuryBalance(test.db)).toBe(0n);
    expect(await balanceOf(test.db, "pool", pool)).toBe(held);
    await expect(fundPool(test.db, { cause: fresh(), pool, amount: 1n })).rejects.toEqual(
      refusal("INSUFFICIENT_BALANCE"),
    );
  });

  it("reads 0 for an account without postings, and doesn't open one by reading", async () => {
    expect(await balanceOf(test.db, "member", fresh())).toBe(0n);
  });
});

describe("a refusal changes nothing", () => {
  it("refuses a bounty whose amount and fee exceed the balance by one unit [C5.09] [M5.40]", async () => {
    const [member, escrow, before] = [await funded(1_049n), fresh(), await totals(test.db)];
    const bounty = { cause: escrow, member, escrow, amount: 1_000n, fee: 50n };
    await expect(placeBounty(test.db, bounty)).rejects.toEqual(refusal("INSUFFICIENT_BALANCE"));
    expect(await totals(test.db)).toEqual(before);
    await deposit(test.db, { cause: fresh(), member, amount: 1n });
    expect(await placeBounty(test.db, bounty)).toMatchObject({ replayed: false });
  });

  it("rolls back with the caller's transaction", async () => {
    const [member, escrow] = [await funded(1_000n), fresh()];
    const work = test.db.transaction().execute(async (trx) => {
      await placeBounty(trx, { cause: escrow, member, escrow, amount: 1_000n, fee: 0n });
      throw new Error("the rest of the command failed");
    });
    await expect(work).rejects.toThrow("the rest");
    expect(await balanceOf(test.db, "member", member)).toBe(1_000n);
    expect(await balanceOf(test.db, "escrow", escrow)).toBe(0n);
  });

  it.each([0n, -1n])("refuses an amount of %s", async (amount) => {
    await expect(deposit(test.db, { cause: fresh(), member: fresh(), amount })).rejects.toEqual(
      refusal("INVALID_TRANSFER"),
    );
  });

  it("refuses legs that don't sum to zero and accounts that the kind doesn't use", async () => {
    const member = { account: "member", owner: fresh(), amount: 5n } as const;
    const treasury = { account: "treasury", owner: "platform", amount: -5n } as const;
    const external = { account: "external", owner: "solana", amount: -4n } as const;
    const deposited = { kind: "deposit", cause: fresh(), reason: "SOL received" } as const;
    for (const legs of [[member, external], [member, treasury], [member], []]) {
      await expect(post(test.db, { ...deposited, legs })).rejects.toEqual(refusal("INVALID_TRANSFER"));
    }
  });

  it("refuses an amount beyond a bigint and a balance that would grow beyond one", async () => {
    const member = await funded(2n ** 63n - 1n);
    for (const amount of [1n, 2n ** 63n, 2n ** 200n]) {
      const attempt = deposit(test.db, { cause: fresh(), member, amount });
      await expect(attempt).rejects.toEqual(refusal("AMOUNT_OUT_OF_RANGE"));
    }
    expect(await balanceOf(test.db, "member", member)).toBe(2n ** 63n - 1n);
  });

  it("keeps the books of the chain beyond a bigint", async () => {
    await funded(2n ** 63n - 1n);
    await funded(2n ** 63n - 1n);
    await rollUp(test.db);
    const { external, member, escrow, pool, treasury } = await totals(test.db);
    expect(external).toBeLessThan(-(2n ** 64n) + 2n);
    expect(external + member + escrow + pool + treasury).toBe(0n);
  });

  it("refuses an empty or overlong cause, key, reason or owner", async () => {
    const good = { cause: fresh(), member: fresh(), amount: 1n };
    const long = "x".repeat(600);
    for (const bad of [{ cause: "" }, { cause: long }, { idempotencyKey: long }, { reason: "" }, { member: long }]) {
      await expect(deposit(test.db, { ...good, ...bad })).rejects.toEqual(refusal("INVALID_TRANSFER"));
    }
  });

  it("refuses a second treasury", async () => {
    const { legs, ...bounty } = bountyPlaced({
      cause: fresh(),
      member: await funded(10n),
      escrow: fresh(),
      amount: 8n,
      fee: 2n,
    });
    const elsewhere = legs.map((leg) => (leg.account === "treasury" ? { ...leg, owner: "elsewhere" } : leg));
    await expect(post(test.db, { ...bounty, legs: elsewhere })).rejects.toEqual(refusal("INVALID_TRANSFER"));
  });
});

describe("idempotency", () => {
  it("returns the first transfer for the same key and content, and moves nothing [M7.54]", async () => {
    const [member, escrow, idempotencyKey] = [await funded(5_000n), fresh(), fresh()];
    const bounty = { cause: escrow, idempotencyKey, member, escrow, amount: 1_000n, fee: 50n, refs: { post: escrow } };
    const first = await placeBounty(test.db, bounty);
    expect(await placeBounty(test.db, bounty)).toEqual({ transferId: first.transferId, replayed: true });
    expect(await placeBounty(test.db, { ...bounty, reason: "Said otherwise" })).toMatchObject({ replayed: true });
    expect(await balanceOf(test.db, "member", member)).toBe(3_950n);
  });

  it("refuses the same key with different content [M7.54]", async () => {
    const [member, escrow, idempotencyKey] = [await funded(9_000n), fresh(), fresh()];
    const bounty = { cause: escrow, idempotencyKey, member, escrow, amount: 1_000n, fee: 50n, refs: { post: escrow } };
    await placeBounty(test.db, bounty);
    const others = [
      { ...bounty, cause: fresh() },
      { ...bounty, amount: 1_001n },
      { ...bounty, fee: 51n },
      { ...bounty, fee: 0n },
      { ...bounty, escrow: fresh() },
      { ...bounty, member: await funded(9_000n) },
      { ...bounty, refs: {} },
    ];
    for (const other of others) {
      await expect(placeBounty(test.db, other)).rejects.toEqual(refusal("IDEMPOTENCY_CONFLICT"));
    }
    const deposited = deposit(test.db, { cause: fresh(), idempotencyKey, member, amount: 1_050n });
    await expect(deposited).rejects.toEqual(refusal("IDEMPOTENCY_CONFLICT"));
  });

  it("refuses the same key with only some of its legs", async () => {
    const [cause, a, b, c, d] = [fresh(), await funded(9n), fresh(), await funded(9n), fresh()];
    const send = (owners: readonly string[], amounts: string) =>
      sql`
        select * from ledger_post('test', ${cause}, ${cause}, 'sent', '{}', array_fill('member'::text, array[${owners.length}::int]),
          array[${sql.join(owners)}], ${amounts}::bigint[])
      `.execute(test.db);
    await send([a, b, c, d], "{-1,1,-2,2}");
    await expect(send([a, b], "{-1,1}")).rejects.toMatchObject({ code: "LG001" });
  });

  it("refuses a second transfer of the same kind for the same cause under another key", async () => {
    const [member, cause] = [fresh(), fresh()];
    await deposit(test.db, { cause, member, amount: 10n });
    await expect(deposit(test.db, { cause, idempotencyKey: fresh(), member, amount: 10n })).rejects.toEqual(
      refusal("DUPLICATE_CAUSE"),
    );
    expect(await balanceOf(test.db, "member", member)).toBe(10n);
  });

  it("frees the key of a refused attempt", async () => {
    const [member, escrow] = [await funded(5n), fresh()];
    const bounty = { cause: escrow, idempotencyKey: fresh(), member, escrow, amount: 6n, fee: 0n };
    await expect(placeBounty(test.db, bounty)).rejects.toEqual(refusal("INSUFFICIENT_BALANCE"));
    expect(await placeBounty(test.db, { ...bounty, amount: 5n })).toMatchObject({ replayed: false });
  });
});
