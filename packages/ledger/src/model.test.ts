import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { rounds } from "@bbux/db/testing/form";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AccountKind,
  audit,
  balanceOf,
  bountyPaid,
  bountyPlaced,
  bountyReturned,
  deposited,
  LedgerError,
  type LedgerErrorCode,
  post,
  rollUp,
  statement,
  type Transfer,
  totals,
  treasuryAllotted,
} from "./index.ts";

let test: TestDatabase;
let runs = 0;
beforeAll(async () => {
  test = await createTestDatabase({ unbacked: true });
});
afterAll(() => test.drop());

const PARTIES = 3;
const party = fc.nat({ max: PARTIES - 1 });
const amount = fc.bigInt({ min: 1n, max: 40n });

/** One step of a sequence. `again` repeats an earlier transfer: unchanged, with different content, or under another key. */
const operation = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("deposit" as const), member: party, amount }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("place" as const),
      member: party,
      escrow: party,
      amount,
      fee: fc.bigInt({ min: 0n, max: 3n }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom("pay" as const, "return" as const),
      member: party,
      escrow: party,
      amount,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("allot" as const), pool: party, amount: fc.bigInt({ min: 1n, max: 5n }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rollUp" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("again" as const),
      which: fc.nat(),
      how: fc.constantFrom("same" as const, "content" as const, "key" as const),
    }),
  },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** The transfer of an operation, with names that are unique to one run. */
function transferOf(run: string, n: number, op: Exclude<Operation, { do: "again" | "rollUp" }>): Transfer {
  const cause = `${run} ${n}`;
  const name = (kind: string, i: number) => `${run} ${kind} ${i}`;
  if (op.do === "deposit") return deposited({ cause, member: name("member", op.member), amount: op.amount });
  if (op.do === "allot") return treasuryAllotted({ cause, pool: name("pool", op.pool), amount: op.amount });
  const parties = { cause, member: name("member", op.member), escrow: name("escrow", op.escrow), amount: op.amount };
  if (op.do === "place") return bountyPlaced({ ...parties, fee: op.fee });
  return op.do === "pay" ? bountyPaid(parties) : bountyReturned(parties);
}

interface Book {
  readonly kind: AccountKind;
  readonly owner: string;
  balance: bigint;
  /** Newest first. */
  readonly amounts: bigint[];
}

/** The books as plain objects, which the database must agree with. */
class Model {
  readonly #books = new Map<string, Book>();

  static async start(): Promise<Model> {
    const model = new Model();
    const { treasury, external } = await totals(test.db);
    model.#book("treasury", "platform").balance = treasury;
    model.#book("external", "solana").balance = external;
    return model;
  }

  #book(kind: AccountKind, owner: string): Book {
    const key = `${kind} ${owner}`;
    const book = this.#books.get(key) ?? { kind, owner, balance: 0n, amounts: [] };
    this.#books.set(key, book);
    return book;
  }

  apply({ legs }: Transfer): "ok" | "INSUFFICIENT_BALANCE" {
    const changes = legs.map((leg) => ({ book: this.#book(leg.account, String(leg.owner)), amount: leg.amount }));
    const overdrawn = changes.some(({ book, amount }) => book.kind !== "external" && book.balance + amount < 0n);
    if (overdrawn) return "INSUFFICIENT_BALANCE";
    this.add([{ legs }]);
    return "ok";
  }

  add(transfers: readonly Pick<Transfer, "legs">[]): void {
    for (const { account, owner, amount } of transfers.flatMap((transfer) => transfer.legs)) {
      const book = this.#book(account, String(owner));
      book.balance += amount;
      book.amounts.unshift(amount);
    }
  }

  /** @param order whether a statement's lines must be in the order in which they were applied here */
  async agrees(order: "same order" | "any order"): Promise<void> {
    const sorted = (amounts: readonly bigint[]) =>
      order === "same order" ? amounts : amounts.toSorted((a, b) => Number(a - b));
    for (const { kind, owner, balance, amounts } of this.#books.values()) {
      expect([kind, owner, await balanceOf(test.db, kind, owner)]).toEqual([kind, owner, balance]);
      if (kind === "treasury" || kind === "external") continue;
      expect(balance).toBeGreaterThanOrEqual(0n);
      const { lines } = await statement(test.db, { kind, owner, limit: 100 });
      expect(sorted(lines.map((line) => line.amount))).toEqual(sorted(amounts));
    }
    expect(await audit(test.db)).toEqual({ problems: [] });
  }
}

const attempt = (transfer: Transfer) =>
  post(test.db, transfer).catch((error: unknown) => {
    if (error instanceof LedgerError) return error.code;
    throw error;
  });

describe("any sequence of transfers", () => {
  it("agrees with a model, step by step: balances, refusals, replays, statements, books that sum to zero", async () => {
    const property = fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 40 }), async (operations) => {
      const run = `run${++runs}`;
      const model = await Model.start();
      const done: { transfer: Transfer; transferId: string }[] = [];
      for (const [n, op] of operations.entries()) {
        if (op.do === "rollUp") {
          await rollUp(test.db);
          continue;
        }
        if (op.do === "again") {
          const earlier = done[op.which % Math.max(done.length, 1)];
          if (earlier)
            expect(await attempt(repeated(earlier.transfer, op.how, `${run} ${n}`))).toEqual(
              expected(earlier.transferId, op.how),
            );
          continue;
        }
        const transfer = transferOf(run, n, op);
        const outcome = await attempt(transfer);
        const wanted = model.apply(transfer);
        if (wanted !== "ok") expect(outcome).toBe(wanted);
        else {
          expect(outcome).toEqual({ transferId: expect.any(String), replayed: false });
          if (typeof outcome === "object") done.push({ transfer, transferId: outcome.transferId });
        }
      }
      await model.agrees("same order");
    });
    await fc.assert(property, { numRuns: rounds(15, 60) });
  });

  it("leaves, run all at once, the balances that the accepted ones sum to, and none below zero", async () => {
    const property = fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 60 }), async (operations) => {
      const run = `run${++runs}`;
      const model = await Model.start();
      const accepted: Transfer[] = [];
      await Promise.all(
        operations.map(async (op, n) => {
          if (op.do === "rollUp") return rollUp(test.db);
          if (op.do === "again") return;
          const transfer = transferOf(run, n, op);
          const twice = await Promise.all([attempt(transfer), attempt(transfer)]);
          if (twice.some((outcome) => typeof outcome === "object")) accepted.push(transfer);
        }),
      );
      // The order in which they were applied is unknown, so a refusal by the model would mean nothing. They are added up
      // instead.
      model.add(accepted);
      await model.agrees("any order");
    });
    await fc.assert(property, { numRuns: rounds(8, 25) });
  });
});

function repeated(transfer: Transfer, how: "same" | "content" | "key", other: string): Transfer {
  if (how === "same") return transfer;
  if (how === "key") return { ...transfer, idempotencyKey: `another key ${other}` };
  const legs = transfer.legs.map((leg) => ({ ...leg, amount: leg.amount * 2n }));
  return { ...transfer, legs };
}

function expected(transferId: string, how: "same" | "content" | "key"): LedgerErrorCode | object {
  if (how === "same") return { transferId, replayed: true };
  return how === "key" ? "DUPLICATE_CAUSE" : "IDEMPOTENCY_CONFLICT";
}
