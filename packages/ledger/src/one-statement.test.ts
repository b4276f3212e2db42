import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { type Expression, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { asLedgerError, audit, balanceOf, bountyPaid, bountyPlaced, deposit, postSql } from "./index.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ unbacked: true, max: 40 });
  await sql`create table questions (id bigint primary key default nextval('ids'), state text not null default 'open')`.execute(
    test.ownerDb,
  );
  await sql`grant select, insert, update on questions to bbux_app`.execute(test.ownerDb);
});
afterAll(async () => {
  expect(await audit(test.db)).toEqual({ problems: [] });
  await test.drop();
});

let member = "";
let members = 0;
beforeEach(async () => {
  member = `asker ${++members}`;
  await deposit(test.db, { cause: member, member, amount: 1_000n });
});

const id: Expression<string> = sql<string>`q.id`;

async function ask(amount: bigint): Promise<string> {
  const paid = postSql(bountyPlaced({ cause: id, escrow: id, member, amount, fee: 5n, refs: { post: id } }));
  const { rows } = await sql<{ id: string; replayed: boolean }>`
    with q as (insert into questions default values returning id)
    select q.id, paid.replayed from q, ${paid} as paid
  `.execute(test.db);
  expect(rows).toEqual([{ id: expect.stringMatching(/^\d+$/), replayed: false }]);
  return rows[0]?.id ?? "";
}

const accept = async (question: string, winner: string) => {
  const paid = postSql(bountyPaid({ cause: id, escrow: id, member: winner, amount: 100n }));
  const { rows } = await sql<{ transfer_id: string }>`
    with q as (update questions set state = 'completed' where id = ${question} and state = 'open' returning id)
    select paid.transfer_id from q, ${paid} as paid
  `.execute(test.db);
  return rows.length;
};

async function questions(): Promise<string> {
  const { rows } = await sql<{ n: string }>`select count(*) as n from questions`.execute(test.db);
  return rows[0]?.n ?? "";
}

it("posts in the statement that writes the business row, using the row's id", async () => {
  const question = await ask(100n);
  expect(await balanceOf(test.db, "escrow", question)).toBe(100n);
  expect(await balanceOf(test.db, "member", member)).toBe(895n);
  const { rows } =
    await sql`select cause, idempotency_key, refs from ledger_transfers where cause = ${question}`.execute(test.db);
  expect(rows).toEqual([{ cause: question, idempotency_key: `bounty_placed:${question}`, refs: { post: question } }]);
});

it("undoes the business row when the ledger refuses, and says which refusal it was", async () => {
  const before = await questions();
  const error: unknown = await ask(996n).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(asLedgerError(error)).toMatchObject({ name: "LedgerError", code: "INSUFFICIENT_BALANCE", cause: error });
  expect(await questions()).toBe(before);
});

it("posts nothing when the deciding row doesn't exist", async () => {
  expect(await accept("999999999", "winner")).toBe(0);
});

it("pays once when the same row is decided many times concurrently", async () => {
  const question = await ask(100n);
  const rows = await Promise.all(Array.from({ length: 30 }, (_, i) => accept(question, `winner ${i}`)));
  expect(rows.toSorted()).toEqual([...Array<number>(29).fill(0), 1]);
  expect(await balanceOf(test.db, "escrow", question)).toBe(0n);
});

it("doesn't touch errors that aren't the ledger's", () => {
  for (const error of [
    new Error("other"),
    { code: "LG001" },
    undefined,
    Object.assign(new Error(), { code: "22003" }),
  ]) {
    expect(asLedgerError(error)).toBeUndefined();
  }
});
