import { makeCheckpoint, sealLog } from "@bbux/api";
import { auditLog } from "@bbux/api/operator";
import { verifyLog } from "@bbux/client/verify";
import { DAY_MS, TRANSPARENCY } from "@bbux/contract";
import { sampled } from "@bbux/db/testing/form";
import { deposit } from "@bbux/ledger";
import { sql } from "kysely";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startSealer } from "../jobs/sealer.ts";
import { type Books, Crash, startBooks } from "./transparency.support.ts";

let books: Books;
/** Set by tests whose forgery can't be undone, because no line can be removed from the log. */
let isForged = false;
beforeEach(async () => {
  isForged = false;
  books = await startBooks();
});
afterEach(async () => {
  if (!isForged) expect(await auditLog(books.t.database.db)).toEqual([]);
  await books.t.close();
});

const count = async (table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    books.t.database.db,
  );
  return rows[0]?.n;
};
const verified = async () => {
  const report = await verifyLog(await books.download(), { header: "required" });
  expect(report.problem).toBe(null);
  return report;
};

describe("a checkpoint", () => {
  it("is made once a day, for the day before, even if nothing ever happened [M3.10]", async () => {
    expect(await makeCheckpoint(books.t.services)).toBe("made");
    expect(await makeCheckpoint(books.t.services)).toBe("there");
    // Nor does a process whose clock is a day ahead make one for a day that isn't over.
    const ahead = () => new Date(books.t.services.now().getTime() + DAY_MS);
    expect(await makeCheckpoint({ ...books.t.services, now: ahead })).toBe("there");
    books.t.travel(DAY_MS);
    expect(await makeCheckpoint(books.t.services)).toBe("made");
    // A clock that is set back makes none for a day that is over.
    books.t.travel(-3 * DAY_MS);
    expect(await makeCheckpoint(books.t.services)).toBe("there");
    expect(await verified()).toMatchObject({ entries: 0, checkpoints: 2 });
  });

  it("matches accounts and log while members and sealers keep working [M3.09 M3.10]", { tags: "proof" }, async () => {
    const { db } = books.t.database;
    let over = false;
    const keepOn = async (work: (n: number) => Promise<unknown>) => {
      for (let n = 0; !over; n++) await work(n);
    };
    const traffic = [
      keepOn((n) => deposit(db, { cause: `a${n}`, member: `${1 + (n % 50)}`, amount: BigInt(1 + n) })),
      keepOn((n) => deposit(db, { cause: `b${n}`, member: `${51 + (n % 50)}`, amount: 7n })),
      keepOn(() => sealLog(books.t.services)),
      keepOn(() => sealLog(books.t.services)),
    ];
    const outcomes: string[] = [];
    for (let day = 0; day < 8; day++) {
      const all = await Promise.all([1, 2, 3].map(() => makeCheckpoint(books.t.services)));
      outcomes.push(...all.filter((outcome) => outcome === "made"));
      books.t.travel(DAY_MS);
    }
    over = true;
    await Promise.all(traffic);
    await sealLog(books.t.services);
    // Of three concurrent ones, one succeeds.
    expect(outcomes).toHaveLength(8);
    expect(await verified()).toMatchObject({ checkpoints: 8 });
  });

  it.each(sampled(["checkpoint.sealed", "checkpoint.uncommitted"] as const))(
    "whose process dies at %s is made by the next one, and doesn't partly exist before [M3.10]",
    async (point) => {
      await books.live();
      books.crashAt(point);
      await expect(makeCheckpoint(books.t.services)).rejects.toThrow(Crash);
      for (const table of ["transparency_checkpoints", "liability_branches", "liability_leaves", "liability_codes"]) {
        expect(await count(table)).toBe(0);
      }
      await deposit(books.t.database.db, { cause: "between", member: "1", amount: 1n });
      expect(await makeCheckpoint(books.t.services)).toBe("made");
      expect(await verified()).toMatchObject({ entries: 10, checkpoints: 1 });
    },
  );

  it("keeps the trees of the latest days only, and every checkpoint [M3.10]", { tags: "proof" }, async () => {
    await books.live();
    await books.t.member("owed", { balance: 5n });
    for (let day = 0; day < TRANSPARENCY.treesKept + 2; day++) await books.nextDay();
    for (const table of ["liability_branches", "liability_leaves", "liability_codes"]) {
      const { rows } = await sql<{ days: number }>`
        select count(distinct day)::int as days from ${sql.table(table)}`.execute(books.t.database.db);
      expect(rows[0]?.days).toBe(TRANSPARENCY.treesKept);
    }
    expect(await verified()).toMatchObject({ checkpoints: TRANSPARENCY.treesKept + 2 });
  });

  it("isn't made with the key of a different wallet than the books were kept with", async () => {
    await sql`update chain_state set hot_address = 'another'`.execute(books.t.database.ownerDb);
    await expect(makeCheckpoint(books.t.services)).rejects.toThrow("another");
    expect(await count("transparency_checkpoints")).toBe(0);
  });
});

it("is refused with an alert if the log doesn't add up to the accounts, and the audit says where [M3.09]", async () => {
  const { ownerDb, db } = books.t.database;
  isForged = true;
  await books.live();
  await books.nextDay();
  // Only someone with the owner's rights can do this, and only on purpose.
  const forge = (changes: string) => sql`
    insert into transparency_pending (type, amount, changes, description) values ('DEPOSIT', 5, ${changes}::jsonb, 'forged')`;
  await forge('{"external": "-5", "member": "5"}').execute(ownerDb);
  books.t.travel(DAY_MS);
  await expect(makeCheckpoint(books.t.services)).rejects.toThrow(/member \d+ in the books, \d+ in the log/);
  const { rows: alerts } = await sql`select kind from alerts where closed_at is null`.execute(db);
  expect(alerts).toEqual([{ kind: "log_mismatch" }]);
  expect(await count("transparency_checkpoints")).toBe(1);
  expect(await auditLog(db)).toEqual([
    expect.objectContaining({ finding: "LOG_LINES", subject: "a line without a transfer" }),
    expect.objectContaining({ finding: "LOG_LINES", subject: "a line without a transfer" }),
  ]);
  // Once corrected, it continues, and the alert closes automatically.
  await forge('{"external": "5", "member": "-5"}').execute(ownerDb);
  expect(await makeCheckpoint(books.t.services)).toBe("made");
  expect(await sql`select from alerts where closed_at is null`.execute(db)).toMatchObject({ rows: [] });
});

describe("the audit reports", () => {
  const withoutGuards = async (work: () => Promise<unknown>) => {
    const guards = (what: "disable" | "enable") =>
      Promise.all(
        ["transparency_sealed", "transparency_pending", "transparency_checkpoints"].map((table) =>
          sql.raw(`alter table ${table} ${what} trigger user`).execute(books.t.database.ownerDb),
        ),
      );
    await guards("disable");
    await work();
    await guards("enable");
  };
  const findings = async () =>
    (await auditLog(books.t.database.db)).map(({ finding, subject }) => `${finding} ${subject}`);
  const run = (statement: string) => sql.raw(statement).execute(books.t.database.ownerDb);

  beforeEach(async () => {
    await books.live();
    await books.nextDay();
    await books.live();
    await sealLog(books.t.services);
  });

  it.each([
    [
      "an entry that was changed",
      "update transparency_sealed set description = 'x' where seq = 4",
      "update transparency_sealed set description = 'BBUX was staked' where seq = 5",
      ["LOG_CHAIN entry 4"],
    ],
    [
      "a hash that was changed",
      "update transparency_sealed set hash = decode(repeat('ab', 32), 'hex') where seq = 4",
      "",
      ["LOG_CHAIN entry 4", "LOG_CHAIN entry 5"],
    ],
    [
      "an amount that was changed",
      `update transparency_sealed set changes = '{"member": "-1", "stake": "1"}' where seq = 5`,
      "",
      [
        "LOG_CHAIN entry 5",
        expect.stringMatching(/^LOG_LINES transfer/),
        expect.stringMatching(/^LOG_LINES transfer/),
        "LOG_CHECKPOINT",
      ],
    ],
    [
      "an entry that was removed",
      "delete from transparency_sealed where seq = 12",
      "",
      ["LOG_CHAIN entry 13", expect.stringMatching(/^LOG_LINES transfer/)],
    ],
    ["a checkpoint that was changed", `update transparency_checkpoints set totals = '{}'`, "", ["LOG_CHECKPOINT"]],
  ])("%s [M3.09]", async (_, change, __, expected) => {
    await withoutGuards(async () => {
      await sql`create table kept as select * from transparency_sealed`.execute(books.t.database.ownerDb);
      await sql`create table kept_days as select * from transparency_checkpoints`.execute(books.t.database.ownerDb);
      await run(change);
    });
    const found = await findings();
    for (const each of expected) {
      expect(found).toContainEqual(typeof each === "string" ? expect.stringContaining(each) : each);
    }
    await withoutGuards(async () => {
      await run("delete from transparency_sealed");
      await run("insert into transparency_sealed select * from kept");
      await run("update transparency_checkpoints c set totals = k.totals from kept_days k where k.day = c.day");
    });
  });
});

describe("the sealer", () => {
  it("of every process seals new lines, and one that fails recovers [M3.09]", async () => {
    const { db } = books.t.database;
    const log = pino({ level: "silent" });
    const broken = vi.spyOn(log, "error");
    // One of the two has a database that fails intermittently.
    let turns = 0;
    const unsteady = new Proxy(db, {
      get(target, key) {
        if (key === "getExecutor" && turns++ % 2 === 0) throw new Error("away");
        const value = Reflect.get(target, key);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const sealers = [startSealer({ db }, log), startSealer({ db: unsteady }, log)];
    for (let n = 0; n < 60; n++) await deposit(db, { cause: `c${n}`, member: "1", amount: 1n });
    await expect.poll(() => count("transparency_pending")).toBe(0);
    await Promise.all(sealers.map((sealer) => sealer.stop()));
    expect(broken).toHaveBeenCalled();
    expect(await verified()).toMatchObject({ entries: 60 });
  });
});
