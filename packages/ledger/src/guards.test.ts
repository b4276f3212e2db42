import { type Database, ROLES } from "@bbux/db";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACCOUNT_KINDS, audit, balanceOf, deposit, placeBounty, TRANSFER_KINDS } from "./index.ts";

const TABLES = ["ledger_accounts", "ledger_transfers", "ledger_entries", "ledger_snapshots", "ledger_pending"];
const PERMISSION_DENIED = { code: "42501" };
const NEVER_CHANGED = { code: "LG004" };
const NOT_A_TRANSFER = { code: "LG003" };

let test: TestDatabase;
let transferId: string;

beforeAll(async () => {
  test = await createTestDatabase({ unbacked: true });
  await deposit(test.db, { cause: "signature", member: "alice", amount: 1_000n });
  ({ transferId } = await placeBounty(test.db, { cause: "q", escrow: "q", member: "alice", amount: 100n, fee: 5n }));
});
afterAll(async () => {
  expect(await audit(test.ownerDb)).toEqual({ problems: [] });
  await test.drop();
});

const run = (db: Database, statement: RawBuilder<unknown>) => statement.execute(db);

describe("the app's role", () => {
  it.each(TABLES)("can read %s but not write it", async (name) => {
    const table = sql.table(name);
    await expect(run(test.db, sql`select * from ${table}`)).resolves.toBeDefined();
    const writes = [
      sql`insert into ${table} default values`,
      sql`delete from ${table}`,
      sql`truncate ${table} cascade`,
      sql`drop table ${table}`,
      sql`alter table ${table} disable trigger all`,
    ];
    for (const write of writes) await expect(run(test.db, write)).rejects.toMatchObject(PERMISSION_DENIED);
  });

  it("can't update a balance, an amount or a transfer", async () => {
    const updates = [
      sql`update ledger_accounts set balance = balance + 1`,
      sql`update ledger_entries set amount = amount + 1`,
      sql`update ledger_transfers set reason = 'other'`,
      sql`update ledger_snapshots set balance = balance + 1`,
      sql`update ledger_pending set amount = amount + 1`,
    ];
    for (const update of updates) await expect(run(test.db, update)).rejects.toMatchObject(PERMISSION_DENIED);
  });

  it("can't call the parts of a posting separately", async () => {
    const replay = sql`select ledger_replay('a', 'b', 'c', '{}', array['a'], array['b'], array[1::bigint])`;
    await expect(run(test.db, replay)).rejects.toMatchObject(PERMISSION_DENIED);
  });

  it("is refused an unbalanced transfer at the call, before its transaction commits", async () => {
    const unbalanced = sql`
      select ledger_post('deposit', 'x', 'x', 'x', '{}', array['external', 'member'], array['solana', 'x'], array[-1, 2]::bigint[])
    `;
    const work = test.db.transaction().execute(async (trx) => {
      await expect(run(trx, unbalanced)).rejects.toMatchObject(NOT_A_TRANSFER);
      throw new Error("was refused at the call");
    });
    await expect(work).rejects.toThrow("was refused at the call");
  });

  it("can't mislead a posting with its own tables", async () => {
    await test.db.connection().execute(async (own) => {
      for (const name of TABLES)
        await sql`create temporary table ${sql.table(name)} (like public.${sql.table(name)})`.execute(own);
      await deposit(own, { cause: "not misled", member: "bob", amount: 7n });
      const { rows } = await sql<{ n: string }>`select count(*) as n from pg_temp.ledger_entries`.execute(own);
      expect(rows).toEqual([{ n: "0" }]);
      for (const name of TABLES) await sql`drop table pg_temp.${sql.table(name)}`.execute(own);
    });
    expect(await balanceOf(test.db, "member", "bob")).toBe(7n);
  });

  it("isn't a superuser and owns no part of the ledger", async () => {
    const { rows } = await sql`
      select rolsuper, (select count(*) from pg_class where relowner = r.oid) as owns
        from pg_roles r where rolname = ${ROLES.app}
    `.execute(test.ownerDb);
    expect(rows).toEqual([{ rolsuper: false, owns: "0" }]);
  });
});

describe("even the owner", () => {
  it.each(["ledger_entries", "ledger_transfers"])("can't change, remove or empty %s", async (name) => {
    const table = sql.table(name);
    const changes = [
      sql`update ${table} set lines = lines`,
      sql`delete from ${table}`,
      sql`delete from ${table} where false`,
      sql`truncate ${table} cascade`,
    ];
    for (const change of changes) await expect(run(test.ownerDb, change)).rejects.toMatchObject(NEVER_CHANGED);
  });

  it("can't set a balance by hand, remove an account or open one with a balance", async () => {
    await expect(run(test.ownerDb, sql`update ledger_accounts set balance = 1`)).rejects.toMatchObject(NEVER_CHANGED);
    await expect(run(test.ownerDb, sql`delete from ledger_accounts`)).rejects.toMatchObject(NEVER_CHANGED);
    await expect(run(test.ownerDb, sql`truncate ledger_accounts cascade`)).rejects.toMatchObject(NEVER_CHANGED);
    for (const [balance, version] of [
      [5, 0],
      [0, 5],
      [null, null],
    ]) {
      const rich = sql`insert into ledger_accounts (kind, owner, balance, version) values ('member', 'x', ${balance}, ${version})`;
      await expect(run(test.ownerDb, rich)).rejects.toMatchObject(NOT_A_TRANSFER);
    }
  });

  const transfer = (cause: string, amounts: readonly bigint[], lines = amounts.length) => sql`
    with t as (
      insert into ledger_transfers (kind, cause, idempotency_key, reason, refs, lines)
      values ('deposit', ${cause}, ${cause}, 'by hand', '{}', ${lines}) returning id
    )
    insert into ledger_entries (transfer_id, line, lines, account_id, amount)
    select t.id, l.line, ${lines}, (select id from ledger_accounts where kind = 'member' and owner = 'alice'), l.amount
      from t, unnest(${amounts.map(String)}::bigint[]) with ordinality as l (amount, line)
  `;

  it("can't commit a transfer that doesn't balance, is missing lines or has none", async () => {
    await expect(run(test.ownerDb, transfer("by hand", [5n, -4n]))).rejects.toMatchObject(NOT_A_TRANSFER);
    await expect(run(test.ownerDb, transfer("by hand", [5n, -5n], 3))).rejects.toMatchObject(NOT_A_TRANSFER);
    await expect(run(test.ownerDb, transfer("by hand", [], 2))).rejects.toMatchObject(NOT_A_TRANSFER);
    await expect(run(test.ownerDb, transfer("by hand", [], 0))).rejects.toMatchObject(NOT_A_TRANSFER);
    await expect(run(test.ownerDb, transfer("by hand", [5n, -5n]))).resolves.toBeDefined();
  });

  it("can't commit such a transfer in a longer transaction either, where the check is deferred", async () => {
    const work = test.ownerDb.transaction().execute((trx) => run(trx, transfer("deferred", [5n, -4n])));
    await expect(work).rejects.toMatchObject(NOT_A_TRANSFER);
  });

  it("can't add an entry to a committed transfer", async () => {
    const add = (line: number, lines: number) => sql`
      insert into ledger_entries (transfer_id, line, lines, account_id, amount)
      select ${transferId}, ${line}, ${lines}, id, 1 from ledger_accounts where kind = 'member' and owner = 'alice'
    `;
    await expect(run(test.ownerDb, add(3, 3))).rejects.toMatchObject({ constraint: "ledger_entries_pkey" });
    await expect(run(test.ownerDb, add(4, 3))).rejects.toMatchObject({ constraint: "ledger_entries_line" });
    await expect(run(test.ownerDb, add(0, 3))).rejects.toMatchObject({ constraint: "ledger_entries_line" });
    await expect(run(test.ownerDb, add(4, 4))).rejects.toMatchObject({ constraint: "ledger_entries_transfer" });
  });

  it("can't add an entry to a transfer that doesn't exist or that another transaction hasn't committed", async () => {
    const add = (transferOf: RawBuilder<unknown>) => sql`
      insert into ledger_entries (transfer_id, line, lines, account_id, amount)
      select ${transferOf}, line, 4, id, 1 from ledger_accounts, generate_series(3, 4) line
       where kind = 'member' and owner = 'alice'
    `;
    const refused = { constraint: "ledger_entries_transfer" };
    await expect(run(test.ownerDb, add(sql`999999999`))).rejects.toMatchObject(refused);
    const first = await test.db.startTransaction().execute();
    const open = await deposit(first, { cause: "not yet", member: "carol", amount: 1n });
    await expect(run(test.ownerDb, add(sql`${open.transferId}::bigint`))).rejects.toMatchObject(refused);
    await first.rollback().execute();
  });

  it("can't use a table of the same name to hide which entries were added", async () => {
    await test.ownerDb.connection().execute(async (own) => {
      await sql`create temporary table added (like public.ledger_entries)`.execute(own);
      const stray = sql`
        insert into ledger_entries (transfer_id, line, lines, account_id, amount)
        select ${transferId}, 4, 4, id, 1 from ledger_accounts where kind = 'member' and owner = 'alice'
      `;
      await expect(run(own, stray)).rejects.toMatchObject({ constraint: "ledger_entries_transfer" });
      await sql`drop table pg_temp.added`.execute(own);
    });
  });

  it("can't post an empty line, to an unknown account, or below zero", async () => {
    await expect(run(test.ownerDb, transfer("zero", [0n, 0n]))).rejects.toMatchObject({
      constraint: "ledger_entries_line",
    });
    await expect(run(test.ownerDb, transfer("below", [-10_000n, 10_000n]))).rejects.toMatchObject({
      constraint: "ledger_accounts_not_overdrawn",
    });
    for (const account of [999_999_999, -999]) {
      const stray = sql`
        with t as (
          insert into ledger_transfers (kind, cause, idempotency_key, reason, refs, lines)
          values ('deposit', 'stray', 'stray', 'by hand', '{}', 2) returning id
        )
        insert into ledger_entries (transfer_id, line, lines, account_id, amount) select id, 1, 2, ${account}, 1 from t
      `;
      await expect(run(test.ownerDb, stray)).rejects.toThrow(`no account ${account}`);
    }
  });
});

it("has exactly the kinds of account that the code names", async () => {
  for (const [kind, { hot }] of Object.entries(ACCOUNT_KINDS)) {
    const { rows } = await sql`select * from ledger_accounts where kind = ${kind} and balance is null`.execute(test.db);
    expect(rows).toHaveLength(hot ? 1 : 0);
    const open = sql`insert into ledger_accounts (kind, owner, balance, version) values (${kind}, 'named', 0, 0)`;
    if (hot) await expect(run(test.ownerDb, open)).rejects.toMatchObject(NOT_A_TRANSFER);
    else await run(test.ownerDb, open);
  }
  const open = sql`insert into ledger_accounts (kind, owner, balance, version) values ('savings', 'named', 0, 0)`;
  await expect(run(test.ownerDb, open)).rejects.toMatchObject(NOT_A_TRANSFER);
});

describe("the rules of transfers", () => {
  it("are the same in the database as in the code", async () => {
    const { rows } = await sql<{ kind: string; debits: string[]; credits: string[] }>`
      select * from ledger_transfer_kinds`.execute(test.db);
    const inCode = Object.entries(TRANSFER_KINDS).map(([kind, { from, to }]) => ({ kind, debits: from, credits: to }));
    const byKind = (one: { kind: string }, other: { kind: string }) => one.kind.localeCompare(other.kind);
    expect(rows.toSorted(byKind)).toEqual(inCode.toSorted(byKind));
  });

  it.each([
    ["pays a bounty from a member", "bounty_paid", ["member", "member"]],
    ["moves the treasury to a member", "rewards_paid", ["treasury", "member"]],
    ["takes a withdrawal out of nothing", "withdrawal_held", ["external", "hold"]],
    ["is of a kind that doesn't exist", "gift", ["external", "member"]],
  ])("refuse the app's role a transfer that %s", async (_, kind, kinds) => {
    const send = sql`
      select ledger_post(${kind}, 'none', ${`none ${kind}`}, 'none', '{}', ${kinds}::text[], array['platform', 'someone'],
        array[-5, 5]::bigint[])`;
    await expect(send.execute(test.db)).rejects.toMatchObject({ code: "LG003" });
  });

  it("can't be changed by the app's role", async () => {
    for (const change of [
      sql`update ledger_transfer_kinds set debits = '{member}' where kind = 'bounty_paid'`,
      sql`insert into ledger_transfer_kinds values ('gift', '{external}', '{member}')`,
      sql`insert into state_transitions values ('withdrawals', 'FINALIZED', 'REQUESTED')`,
    ]) {
      await expect(change.execute(test.db)).rejects.toMatchObject({ code: "42501" });
    }
  });
});
