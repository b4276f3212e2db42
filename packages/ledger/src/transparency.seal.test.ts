import { createHash } from "node:crypto";
import type { Database } from "@bbux/db";
import { createTestDatabase, migrateOne, type TestDatabase } from "@bbux/db/testing";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { audit, bountyPlaced, deposit, post, stakeAdded, stakeRemoved } from "./index.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ unbacked: true });
  for (const member of ["1", "2", "3", "4", "5"]) await deposit(test.db, { cause: member, member, amount: 100n });
  await post(test.db, bountyPlaced({ cause: "6", member: "1", escrow: "6", amount: 40n, fee: 2n }));
  await sql`select transparency_write('PROPOSAL_PASSED', 0, 'proposal 7', 'Proposal 7 passed')`.execute(test.db);
});
afterAll(async () => {
  expect(await audit(test.db)).toEqual({ problems: [] });
  await test.drop();
});

const seal = async (db: Database, limit = 10_000) =>
  (await sql<{ sealed: number }>`select transparency_seal(${limit}) as sealed`.execute(db)).rows[0]?.sealed ?? 0;

interface Sealed {
  readonly seq: string;
  readonly id: string;
  readonly prev: string;
  readonly hash: string;
  readonly text: string;
}

interface Columns {
  readonly type: string;
  readonly amount: string;
  readonly fee: string;
  readonly changes: Readonly<Record<string, string>>;
  readonly subject: string;
  readonly description: string;
  readonly at: Date;
}

/** The chain, with the text of each line assembled here from the columns. */
async function chain(db: Database): Promise<Sealed[]> {
  const { rows } = await sql<Omit<Sealed, "text"> & Columns>`
    select seq::text, id::text, encode(prev_hash, 'hex') as prev, encode(hash, 'hex') as hash, type, amount::text,
           fee_amount::text as fee, changes, subject, description, created_at as at
      from transparency_sealed s order by s.seq`.execute(db);
  return rows.map(({ seq, id, prev, hash, type, amount, fee, changes, subject, description, at }) => {
    const moved = Object.entries(changes)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, units]) => `${kind}:${units}`);
    const facts = [seq, prev, id, type, amount, fee, moved, subject, description, at.toISOString()];
    return { seq, id, prev, hash, text: ["bbux-log-v1", ...facts].join("\n") };
  });
}

async function chainIsWhole(db: Database): Promise<number> {
  const lines = await chain(db);
  let before = "0".repeat(64);
  for (const [nth, line] of lines.entries()) {
    expect(line.seq).toBe(`${nth + 1}`);
    expect(line.prev).toBe(before);
    expect(line.hash).toBe(createHash("sha256").update(line.text).digest("hex"));
    before = line.hash;
  }
  return lines.length;
}

describe("sealing", () => {
  it("gives every line a position and the hash of all lines before it, as a reader would compute it [M3.09]", async () => {
    const waiting = await sql<{ n: number }>`select count(*)::int as n from transparency_pending`.execute(test.db);
    expect(await seal(test.db, 3)).toBe(3);
    expect(await seal(test.db)).toBe((waiting.rows[0]?.n ?? 0) - 3);
    expect(await seal(test.db)).toBe(0);
    expect(await chainIsWhole(test.db)).toBe(waiting.rows[0]?.n);
  });

  it("orders a line that spends after the line it spends from, whichever transaction began first [M3.09]", async () => {
    const member = "31";
    let begun: () => void = () => undefined;
    const waits = new Promise<void>((resolve) => {
      begun = resolve;
    });
    // Its transaction begins first and posts last.
    const late = test.db.transaction().execute(async (trx) => {
      await sql`select now()`.execute(trx);
      await waits;
      await post(trx, stakeAdded({ cause: "31:1", member, amount: 10n }));
    });
    await deposit(test.db, { cause: "31", member, amount: 10n });
    begun();
    await late;
    await seal(test.db);
    const { rows } = await sql<{ type: string }>`
      select type from transparency_sealed s join ledger_transfers t on t.id = s.transfer_id
       where t.cause in ('31', '31:1') order by s.seq`.execute(test.db);
    expect(rows.map(({ type }) => type)).toEqual(["DEPOSIT", "STAKE_ADDED"]);
  });

  it("seals each line once and never forks the chain when many seal at once under load [M3.09]", async () => {
    const load = Array.from({ length: 200 }, (_, nth) =>
      deposit(test.db, { cause: `load ${nth}`, member: `${100 + (nth % 7)}`, amount: 10n }),
    );
    const sealers = Array.from({ length: 8 }, async () => {
      for (let turn = 0; turn < 15; turn++) await seal(test.db, 7);
    });
    await Promise.all([...load, ...sealers]);
    await seal(test.db);
    const { rows } = await sql<{ lines: number; sealed: number; ids: number }>`
      select count(*)::int as lines, count(seq)::int as sealed, count(distinct id)::int as ids from transparency_log`.execute(
      test.db,
    );
    expect(rows[0]?.sealed).toBe(rows[0]?.lines);
    expect(rows[0]?.ids).toBe(rows[0]?.lines);
    expect(await chainIsWhole(test.db)).toBe(rows[0]?.lines);
  });

  it("ends the time in which a ledger can be given a past", async () => {
    const begun = await createTestDatabase({ unbacked: true });
    const at = "2026-01-02T03:04:05.678Z";
    const times = () =>
      sql`select created_at as at from ledger_transfers union select created_at from transparency_log order by at`;
    const past = (cause: string) =>
      begun.db.transaction().execute(async (trx) => {
        await sql`select set_config('bbux.ledger_time', ${at}, true)`.execute(trx);
        await deposit(trx, { cause, member: "1", amount: 100n });
      });
    await past("1");
    expect((await times().execute(begun.db)).rows).toEqual([{ at: new Date(at) }]);
    await deposit(begun.db, { cause: "2", member: "1", amount: 100n });
    expect(await seal(begun.db)).toBe(2);
    await expect(past("3")).rejects.toThrow("ledger_transfers takes its times from the clock");
    await deposit(begun.db, { cause: "4", member: "1", amount: 100n });
    expect(await chainIsWhole(begun.db)).toBe(2);
    expect(await audit(begun.db)).toEqual({ problems: [] });
    await begun.drop();
  });

  it("leaves nothing behind when it is cut off, and the next run finishes the work [M3.09]", async () => {
    await deposit(test.db, { cause: "cut off", member: "40", amount: 1n });
    const cut = test.db.transaction().execute(async (trx) => {
      expect(await seal(trx)).toBe(1);
      // Meanwhile another sealer has nothing to do, and doesn't wait.
      expect(await seal(test.db)).toBe(0);
      throw new Error("cut off");
    });
    await expect(cut).rejects.toThrow("cut off");
    expect(await seal(test.db)).toBe(1);
    await chainIsWhole(test.db);
  });
});

describe("a logged line can't be changed", () => {
  const DENIED = { code: "42501" };
  const NEVER_CHANGED = { code: "LG004" };
  const run = (db: Database, statement: RawBuilder<unknown>) => statement.execute(db);

  it("by the app's role, which can only read and call two functions [M3.09]", async () => {
    for (const name of ["transparency_pending", "transparency_sealed"]) {
      const table = sql.table(name);
      await run(test.db, sql`select * from ${table} limit 1`);
      const writes = [
        sql`insert into ${table} default values`,
        sql`update ${table} set description = 'x'`,
        sql`delete from ${table}`,
        sql`truncate ${table}`,
        sql`alter table ${table} disable trigger all`,
      ];
      for (const write of writes) await expect(run(test.db, write)).rejects.toMatchObject(DENIED);
    }
    const lines = sql`select transparency_log_transfer(1, 'deposit', array['external', 'member'], array[-1, 1]::bigint[])`;
    await expect(run(test.db, lines)).rejects.toMatchObject(DENIED);
    const view = sql`update transparency_log set description = 'x'`;
    await expect(run(test.db, view)).rejects.toThrow();
  });

  it("by the owner's plain SQL, sealed or not [M3.09]", async () => {
    await deposit(test.db, { cause: "waits", member: "41", amount: 1n });
    for (const name of ["transparency_pending", "transparency_sealed"]) {
      const table = sql.table(name);
      for (const write of [
        sql`update ${table} set description = 'x'`,
        sql`update ${table} set amount = amount + 1 where false`,
        sql`delete from ${table}`,
        sql`truncate ${table}`,
      ]) {
        await expect(run(test.ownerDb, write)).rejects.toMatchObject(NEVER_CHANGED);
      }
    }
    await expect(run(test.ownerDb, sql`truncate transparency_sealed cascade`)).rejects.toMatchObject(NEVER_CHANGED);
    await seal(test.db);
    await chainIsWhole(test.db);
  });

  it("and neither can a checkpoint be changed or removed [M3.10]", async () => {
    for (const write of [
      sql`update transparency_checkpoints set seq = 1`,
      sql`truncate transparency_checkpoints cascade`,
    ]) {
      await expect(run(test.ownerDb, write)).rejects.toMatchObject(NEVER_CHANGED);
    }
    await expect(run(test.db, sql`delete from transparency_checkpoints`)).rejects.toMatchObject(DENIED);
  });
});

it("gives a database older than the log its lines, in an order in which nothing is spent before it arrived [M3.09]", {
  tags: "proof",
}, async () => {
  const old = await createTestDatabase({ unbacked: true });
  try {
    // Reverts migration 036, with books in which transactions began in a different order than they posted.
    const since = [
      "checkpoint_anchors",
      "unknown_anchors",
      "key_moves",
      "checkpoint_cosignatures",
      "checkpoint_notes",
      "checkpoint_keys",
    ];
    const tables = ["liability_branches", "liability_leaves", "liability_codes", "transparency_checkpoints", ...since];
    await sql`drop table ${sql.join(tables.map((name) => sql.table(name)))}`.execute(old.ownerDb);
    await sql`drop view transparency_log`.execute(old.ownerDb);
    const { rows: functions } = await sql<{
      text: string;
    }>`select pg_get_functiondef('ledger_post'::regproc) as text`.execute(old.ownerDb);
    const before = (functions[0]?.text ?? "").replace(/perform public\.transparency_log_transfer\([^;]*;/, "");
    await sql.raw(before).execute(old.ownerDb);
    await old.ownerDb.transaction().execute(async (trx) => {
      const gone = ["type(text)", "words(text)", "write(text, numeric, text, text)", "seal(integer)"];
      for (const name of ["log_transfer(bigint, text, text[], bigint[], timestamptz)", ...gone]) {
        await sql.raw(`drop function transparency_${name}`).execute(trx);
      }
      await sql`drop table transparency_pending, transparency_sealed cascade`.execute(trx);
      await sql`drop function if exists transparency_refuse(), transparency_only_sealed()`.execute(trx);
    });
    const [begun, deposited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const late = old.db.transaction().execute(async (trx) => {
      await sql`select now()`.execute(trx);
      begun.resolve();
      await deposited.promise;
      await post(trx, stakeAdded({ cause: "1:1", member: "1", amount: 60n }));
      await post(trx, stakeRemoved({ cause: "1:2", member: "1", amount: 60n }));
    });
    await begun.promise;
    await deposit(old.db, { cause: "first", member: "1", amount: 60n });
    deposited.resolve();
    await late;
    await post(old.db, bountyPlaced({ cause: "2", member: "1", escrow: "2", amount: 40n, fee: 2n }));
    // Many lines of one account in one transaction, as an import might have written them, with the same time.
    const many = 4_000;
    await sql`
      select ledger_post('deposit', 'many' || n, 'deposit:many' || n, 'Deposit', '{}', array['external', 'member'],
                         array['solana', '2'], array[-n, n]::bigint[]) from generate_series(1, ${many}::bigint) n`.execute(
      old.ownerDb,
    );

    await migrateOne(old.ownerDb, "036_transparency");
    const { rows } = await sql<{ type: string; amount: string }>`
      select type, amount::text from transparency_sealed s order by s.seq`.execute(old.db);
    const lines = rows.slice(0, -many);
    expect(rows.slice(-many).map(({ amount }) => amount)).toEqual(Array.from({ length: many }, (_, n) => `${n + 1}`));
    expect(lines.map(({ type }) => type)).toEqual([
      "DEPOSIT",
      "STAKE_ADDED",
      "STAKE_REMOVED",
      "BOUNTY_PLACED",
      "GOVERNANCE_FEE",
    ]);
    expect(await chainIsWhole(old.db)).toBe(5 + many);
  } finally {
    await old.drop();
  }
});
