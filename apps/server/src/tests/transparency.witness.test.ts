import { randomUUID } from "node:crypto";
import { cosignCheckpoint, listNotes } from "@bbux/api";
import { auditNotes } from "@bbux/api/operator";
import { sampled } from "@bbux/db/testing/form";
import { deposit } from "@bbux/ledger";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { call, ok } from "./support.ts";
import { type Books, startBooks } from "./transparency.support.ts";
import { startWitness, type TestWitness } from "./transparency.witness.ts";

const ORIGIN = "bbux.example/log";
let books: Books;
let near: TestWitness;
let far: TestWitness;
beforeEach(async () => {
  const log = () => ({ origin: ORIGIN, key: books.t.wallet.checkpointKey() });
  near = await startWitness("witness.example/near", log);
  far = await startWitness("witness.example/far", log);
  books = await startBooks({ LOG_ORIGIN: ORIGIN, LOG_WITNESSES: `${near.setting}, ${far.setting}` });
});
afterEach(async () => {
  await Promise.all([near.close(), far.close(), books.t.close()]);
});

/** A witness that is silent is given up soon. */
const cosign = (timeoutMs = 10_000) =>
  cosignCheckpoint({ ...books.t.services, notes: { ...books.t.services.notes, timeoutMs } });
const latest = async () => ok(await call(books.t, "GET", "/transparency")).notes.latest[0];
const alerts = async () => {
  const { rows } = await sql<{ subject: string; detail: string }>`
    select subject, detail from alerts where kind = 'log_not_cosigned' and closed_at is null`.execute(
    books.t.database.db,
  );
  return rows;
};
const lines = async (count: number) => {
  for (let n = 0; n < count; n++) {
    await deposit(books.t.database.db, { cause: `line ${randomUUID()}`, member: "1", amount: 1n });
  }
};

describe("a witness that checks as C2SP's tlog-witness says", () => {
  it("cosigns each checkpoint, whatever the sizes, and the note is published with it [M3.10]", async () => {
    for (const count of [0, 1, 1, 2, 5, 0, 7, 30, 1, 3]) {
      await lines(count);
      await books.nextDay();
      expect(await cosign()).toBe(2);
      // One that has signed isn't asked again.
      expect(await cosign()).toBe(2);
    }
    expect(near.asked.map(({ status }) => status)).toEqual(Array(10).fill(200));
    // It was given a proof for all but the first.
    expect(near.asked.slice(1).every(({ old, proof }) => old > 0 && proof > 0)).toBe(true);
    const note = await latest();
    expect(note).toMatchObject({
      size: 60,
      cosigned: expect.arrayContaining([far, near].map(({ name }) => expect.objectContaining({ name }))),
    });
    const published = await call(books.t, "GET", "/transparency/checkpoint");
    expect(published.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(published.body).toBe(note.text);
    expect(published.body.split("\n").map((line: string) => line.split(" ")[1] ?? line)).toEqual([
      ...[ORIGIN, "60", expect.stringMatching(/^[\w+/]{43}=$/), ""],
      ...[ORIGIN, expect.stringMatching(/near|far/), expect.stringMatching(/near|far/), ""],
    ]);
    const first = await call(books.t, "GET", `/transparency/checkpoint?day=${(await days()).at(-1)}`);
    expect(first.body.split("\n")[1]).toBe("1");
    expect((await call(books.t, "GET", "/transparency/checkpoint?day=2001-01-01")).statusCode).toBe(404);
  });

  it("whose answers were lost for days, or that the books have forgotten, gets the proof from what it has seen [M3.10]", async () => {
    await lines(3);
    await books.nextDay();
    await cosign();
    far.instead = (response) => response.destroy();
    for (const count of [4, 9, 2]) {
      await lines(count);
      await books.nextDay();
      expect(await cosign()).toBe(1);
    }
    far.instead = null;
    expect(await cosign()).toBe(2);
    expect(far.asked.slice(-2)).toMatchObject([
      { old: 4, status: 409 },
      { old: 9, status: 200 },
    ]);
    // The books forget what it signed: it says so itself.
    await sql`alter table checkpoint_cosignatures disable trigger user`.execute(books.t.database.ownerDb);
    await sql`delete from checkpoint_cosignatures`.execute(books.t.database.ownerDb);
    await lines(1);
    await books.nextDay();
    expect(await cosign()).toBe(2);
    expect(far.asked.slice(-2)).toMatchObject([
      { old: 0, status: 409 },
      { old: 22, status: 200 },
    ]);
    expect(await alerts()).toEqual([]);
  });

  it("refuses a log that was rewritten, which alerts operators until it is as it was [M3.10]", async () => {
    await lines(5);
    await books.nextDay();
    await cosign();
    const before = near.seen;
    await lines(2);
    await books.nextDay();
    near.seen = { size: before?.size ?? 0, root: Buffer.alloc(32, 1) };
    expect(await cosign()).toBe(1);
    expect(await alerts()).toEqual([
      { subject: near.name, detail: expect.stringContaining("it answers 422: not consistent") },
    ]);
    // A rewritten log has notes of its own; the witness keeps what it has seen.
    expect((await latest()).cosigned).toMatchObject([{ name: far.name }]);
    near.seen = before;
    expect(await cosign()).toBe(2);
    expect(await alerts()).toEqual([]);
    // Restored books are shorter than what it has seen.
    near.seen = { size: 1_000, root: Buffer.alloc(32) };
    await books.nextDay();
    expect(await cosign()).toBe(1);
    expect(await alerts()).toEqual([
      { subject: near.name, detail: expect.stringContaining("it has seen 1000 leaves, the log has 10") },
    ]);
  });
});

describe("of what a witness answers", () => {
  beforeEach(async () => {
    await lines(1);
    await books.nextDay();
  });

  it.each<[string, NonNullable<TestWitness["instead"]>]>(
    sampled(
      [
        ["nothing", (response) => response.destroy()],
        ["an error", (response) => response.writeHead(503).end("later")],
        [
          "a size that isn't one",
          (response) => response.writeHead(409, { "content-type": "text/x.tlog.size" }).end("-1\n"),
        ],
        ["a size of another type", (response) => response.writeHead(409, { "content-type": "text/plain" }).end("0\n")],
        [
          "always another size",
          (response) => response.writeHead(409, { "content-type": "text/x.tlog.size" }).end("1\n"),
        ],
        ["another place", (response) => response.writeHead(307, { location: far.url }).end()],
        ["too much", (response) => response.writeHead(200).end("— a b\n".repeat(20_000))],
      ],
      4,
    ),
  )("%s counts as no answer, and it is asked again [M3.10]", async (_, instead) => {
    near.instead = instead;
    expect(await cosign()).toBe(1);
    expect(await alerts()).toEqual([]);
    near.instead = null;
    near.seen = null;
    expect(await cosign()).toBe(2);
  });

  it.each<[string, NonNullable<TestWitness["instead"]>]>(
    sampled([
      ["no answer, with the connection open", () => undefined],
      ["an answer that never ends", (response) => void response.writeHead(200).write("— witness")],
    ]),
  )("%s, is waited for only so long [M3.10]", async (_, instead) => {
    near.instead = instead;
    expect(await cosign(300)).toBe((await latest()).cosigned.length);
    expect((await latest()).cosigned).not.toContainEqual(expect.objectContaining({ name: near.name }));
  });

  it.each<[string, (line: string) => string]>(
    sampled(
      [
        ["no signature", () => "\n"],
        ["another witness's line", () => `— ${far.name} ${Buffer.alloc(76, 3).toString("base64")}\n`],
        ["a changed signature", (line) => line.replace(/.{6}==?\n|.{6}\n/, "AAAAAA==\n")],
        [
          "a signature whose time was changed",
          (line) => {
            const [dash, name, text = ""] = line.trim().split(" ");
            const bytes = Buffer.from(text, "base64");
            bytes[11] = (bytes[11] ?? 0) ^ 1;
            return `${dash} ${name} ${bytes.toString("base64")}\n`;
          },
        ],
      ],
      2,
    ),
  )("%s isn't stored, and alerts operators [M3.10]", async (_, forged) => {
    near.instead = (response, { text = "" }) => response.writeHead(200).end(forged(text));
    expect(await cosign()).toBe(1);
    expect(await alerts()).toMatchObject([{ subject: near.name }]);
    expect((await latest()).cosigned).toMatchObject([{ name: far.name }]);
    near.seen = null;
    // Its own line is found among others.
    near.instead = (response, { text = "" }) => response.writeHead(200).end(`— other.example AAAA\nx\n${text}— y`);
    expect(await cosign()).toBe(2);
    expect(await alerts()).toEqual([]);
  });

  it("a signature from the future isn't stored [M3.10]", async () => {
    const later = await startWitness(
      near.name,
      () => ({ origin: ORIGIN, key: books.t.wallet.checkpointKey() }),
      () => new Date(Date.now() + 9 * 86_400_000),
    );
    const other = await startBooks({ LOG_ORIGIN: ORIGIN, LOG_WITNESSES: later.setting });
    await other.nextDay();
    expect(await cosignCheckpoint(other.t.services)).toBe(0);
    expect((await listNotes(other.t.database.db, { limit: 1 }))[0]?.cosignatures).toEqual([]);
    await Promise.all([later.close(), other.t.close()]);
  });
});

it("the audit reports a note whose text, tree or signature was changed [M3.10]", async () => {
  const { ownerDb, db } = books.t.database;
  for (const count of [0, 3, 2]) {
    await lines(count);
    await books.nextDay();
  }
  expect(await auditNotes(db)).toEqual([]);
  await sql`alter table checkpoint_notes disable trigger user`.execute(ownerDb);
  const kept = await ownerDb.selectFrom("checkpoint_notes").selectAll().orderBy("day").execute();
  const changes: [string, object, string][] = [
    ["a size", { body: kept[1]?.body.replace("\n5\n", "\n6\n") }, "has another root or size than the log"],
    ["a tree", { frontier: Buffer.alloc(64, 7) }, "is kept with another tree"],
    ["a signature", { signature: Buffer.alloc(64, 7) }, "is not signed with the key of its checkpoint"],
  ];
  for (const [, change, detail] of changes) {
    const { day, ...before } = kept[1] ?? fail();
    const update = (to: object) => ownerDb.updateTable("checkpoint_notes").set(to).where("day", "=", day).execute();
    await update(change);
    expect(await auditNotes(db)).toContainEqual(expect.objectContaining({ finding: "LOG_CHECKPOINT", detail }));
    await update(before);
  }
  expect(await auditNotes(db)).toEqual([]);
});

it("notes and cosignatures can't be changed or removed [M3.10]", async () => {
  await books.nextDay();
  await cosign();
  for (const statement of [
    "update checkpoint_notes set size = 9",
    "delete from checkpoint_cosignatures",
    "update checkpoint_cosignatures set cosigned_at = now()",
  ]) {
    await expect(sql.raw(statement).execute(books.t.database.ownerDb)).rejects.toThrow("only ever added to");
  }
});

const fail = (): never => {
  throw new Error("There is no such note");
};
const days = async () => (await listNotes(books.t.database.db, { limit: 100 })).map(({ day }) => day);
