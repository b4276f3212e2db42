import { makeCheckpoint, noticeBooks } from "@bbux/api";
import { auditReserves, rotateCheckpointKey } from "@bbux/api/operator";
import { type BooksFence, createGateway, noteKey, signatureLine, vkeyOf } from "@bbux/chain";
import { verifyLog, verifyProof } from "@bbux/client/verify";
import { DAY_MS, UNIT } from "@bbux/contract";
import { startTestChain } from "@bbux/local-chain/testing";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp } from "../testing.ts";
import { call, ok } from "./support.ts";
import { type Books, Crash, proofOf, startBooks } from "./transparency.support.ts";

// Rotating the key of checkpoints beside a running platform (docs/adr/0028).

let books: Books;
let first: string;
beforeAll(async () => {
  books = await startBooks();
  first = books.t.services.platformWallet.checkpointKey();
  await books.live();
  await books.nextDay();
});
afterAll(() => books.t.close());

const get = async (path: string) => ok(await call(books.t, "GET", path));
const rotate = (reason: string) =>
  rotateCheckpointKey(books.t.services, async (request) =>
    books.t.signerControl.rotateCheckpoint({ ...request, reason }),
  );
const verified = async (key = first) => verifyLog(await books.download(), { header: "required", key });
const signedBy = async () => {
  const { checkpoints } = await get("/transparency/checkpoints");
  return checkpoints.map(({ publicKey }: { publicKey: string }) => publicKey).toReversed();
};
async function audited() {
  const { rows } = await sql<{ target: string; reason: string }>`
    select target_id as target, reason from audit_log where action = 'KEY_ROTATED' order by id`.execute(
    books.t.database.ownerDb,
  );
  return rows.map(({ target, reason }) => `${target} ${reason}`);
}

describe("rotating the key of checkpoints", () => {
  it("has the new key sign from the next checkpoint on, and whoever knows the first key can follow [M3.10 M3.11]", async () => {
    const [{ day }] = (await get("/transparency/checkpoints")).checkpoints;
    const before = (await get("/transparency")).notes;
    expect(before.nextKey).toBe(null);
    const second = await rotate("a drill");
    // The latest note is still signed by the first key, and a witness can be given the next one already.
    const [origin = ""] = before.latest[0].text.split("\n", 1);
    const next = vkeyOf("log", noteKey("log", origin, second.publicKey));
    expect((await get("/transparency")).notes).toMatchObject({ key: before.key, nextKey: next });
    expect(second).toMatchObject({ version: 2, until: null });
    expect(second.from && second.from > day).toBe(true);
    // What was signed before stays right while nothing is signed by the new one.
    expect(await verified()).toMatchObject({ problem: null, checkpoints: 1, publicKey: second.publicKey });
    await books.live();
    await books.nextDay();
    expect(await signedBy()).toEqual([first, second.publicKey]);
    expect(await verified()).toMatchObject({ problem: null, checkpoints: 2 });
    expect(await verified(second.publicKey)).toMatchObject({ problem: null });
    const { publicKey, keys } = await get("/transparency");
    expect(publicKey).toBe(second.publicKey);
    expect(keys).toMatchObject([
      { version: 1, publicKey: first, from: null, until: second.from, endorsement: null },
      { version: 2, publicKey, from: second.from, until: null },
    ]);
    expect(await audited()).toEqual(["2 a drill"]);
  });

  it("has each day's note signed by the key of its checkpoint, and no other counts [M3.10]", async () => {
    const { notes, keys } = await get("/transparency");
    const texts: string[] = notes.latest.map(({ text }: { text: string }) => text);
    expect(texts).toHaveLength(2);
    const log = await books.download();
    const check = (...given: string[]) => verifyLog(log, { header: "required", key: first, notes: given });
    expect(await check(...texts)).toMatchObject({ problem: null });
    const [latest = ""] = texts;
    const [origin = ""] = latest.split("\n", 1);
    const body = latest.slice(0, latest.indexOf("\n\n") + 1);
    const line = (key: string, day: string) =>
      signatureLine(noteKey("log", origin, key), books.t.wallet.signNote(body, day));
    // By the first key, which has no successor in this wallet.
    expect(await check(`${body}\n${line(first, keys[1].from)}`)).toMatchObject({ problem: { code: "note" } });
    expect([notes.key, notes.nextKey]).toEqual([vkeyOf("log", noteKey("log", origin, keys[1].publicKey)), null]);
  });

  it("against other books than the signer's makes no key: those of another wallet, or a copy on another server", async () => {
    const { services } = books.t;
    const other = await createTestApp();
    try {
      let asked = 0;
      const rotateThere = (fence: BooksFence | null) =>
        rotateCheckpointKey(
          { ...other.services, signer: { ...services.signer, fence: async () => fence } },
          async () => void asked++,
        );
      const { ownerDb } = other.database;
      await sql`update chain_state set hot_address = ${"1".repeat(32)}`.execute(ownerDb);
      await expect(rotateThere(null)).rejects.toThrow("These books belong to the wallet 1111");
      await sql`update chain_state set hot_address = ${books.t.wallet.address}`.execute(ownerDb);
      const { number, identity } = await noticeBooks(ownerDb);
      for (const fence of [
        { number: number + 1, identity },
        { number, identity: `${identity}0` },
        { number: number - 1, identity },
      ]) {
        await expect(rotateThere(fence)).rejects.toThrow(`The signer signs for other books, at fence ${fence.number}`);
      }
      await sql`update chain_state set fence_identity = 'server/1'`.execute(ownerDb);
      await expect(rotateThere({ number, identity: "server/1" })).rejects.toThrow("The signer signs for other books");
      await sql`update chain_state set fence_identity = ${identity}`.execute(ownerDb);
      expect(asked).toBe(0);
      // Those that the signer has signed for last may, but the first run only tells them of a key that there is.
      const { checkpoint } = await services.signer.keys();
      for (const _ of ["first", "second"]) await rotateThere({ number, identity });
      expect(asked).toBe(checkpoint.length > 0 ? 1 : 2);
    } finally {
      await other.close();
    }
  });

  it("killed when the signer has a new key that the books don't know goes on when it's run again, and has made one key", async () => {
    books.crashAt("keys.rotated");
    await expect(rotate("killed")).rejects.toThrow(Crash);
    expect((await get("/transparency")).keys).toHaveLength(2);
    const third = await rotate("run again");
    expect(third.version).toBe(3);
    expect(await audited()).toEqual(["2 a drill", "3 killed"]);
    expect((await books.t.services.signer.keys()).checkpoint).toHaveLength(2);
  });

  it("killed there and not run again is published before the next checkpoint, which the new key signs", async () => {
    books.crashAt("keys.rotated");
    await expect(rotate("left alone")).rejects.toThrow(Crash);
    await books.nextDay();
    const { keys } = await get("/transparency");
    expect(keys).toHaveLength(4);
    expect((await signedBy()).at(-1)).toBe(keys[3].publicKey);
    expect(await verified()).toMatchObject({ problem: null, checkpoints: 3 });
    expect(await audited()).toEqual(["2 a drill", "3 killed", "4 left alone"]);
  });

  it("leaves proofs right, for whoever kept any of the keys [M3.10]", async () => {
    const ada = await books.t.member("ada", { balance: UNIT });
    await books.nextDay();
    const { keys } = await get("/transparency");
    const proof = await proofOf(books.t, { as: ada });
    for (const { publicKey: key } of keys) expect(await verifyProof(proof, { key })).toMatchObject({ ok: true });
    const other = Buffer.alloc(32, 7).toString("base64");
    expect(await verifyProof(proof, { key: other })).toMatchObject({ ok: false, code: "checkpoint" });
    const early = {
      ...proof,
      keys: keys.slice(0, 3).map((key: object, nth: number) => ({ ...key, ...(nth === 2 && { until: null }) })),
    };
    expect(await verifyProof(early)).toMatchObject({ ok: false, code: "checkpoint" });
  });

  it("is checked by check-reserves: a checkpoint of another key's time is a finding", async () => {
    const chain = await startTestChain();
    const { services, database } = books.t;
    const asked = { ...services, chain: createGateway({ url: chain.url }) };
    const findings = async () => {
      const { problems } = await auditReserves(asked, { pauseMs: 0 });
      return problems
        .filter(({ finding }) => finding === "LOG_CHECKPOINT")
        .map(({ subject, detail }) => `${subject} ${detail}`);
    };
    const replaced = (statement: RawBuilder<unknown>) =>
      database.ownerDb.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = 'replica'`.execute(trx);
        await statement.execute(trx);
      });
    const { keys } = await get("/transparency");
    expect(await findings()).toEqual([]);
    const begins = (day: string) =>
      replaced(sql`update checkpoint_keys set valid_from = ${day}::date where version = 2`);
    await begins("2000-01-01");
    // It was signed by a key of the platform, and not by that of its day.
    expect(await findings()).toEqual([
      "checkpoint key 2 isn't endorsed by the key before it",
      expect.stringContaining("is not signed with the key of its day"),
    ]);
    await begins(keys[1].from);
    await replaced(sql`update checkpoint_keys set by_own = by_previous where version = 3`);
    expect(await findings()).toEqual(["checkpoint key 3 isn't endorsed by the key before it"]);
    await replaced(sql`update checkpoint_keys set by_own = ${keys[2].endorsement.byOwn} where version = 3`);
    expect(await findings()).toEqual([]);
    await chain.stop();
  });
});

it("a checkpoint that the signer signs with another key isn't published", async () => {
  const { services } = books.t;
  const signer = { ...services.signer, signCheckpoint: async () => new Uint8Array(64) };
  books.t.travel(DAY_MS);
  await expect(makeCheckpoint({ ...services, signer })).rejects.toThrow("The signer doesn't sign with the key");
  expect(await makeCheckpoint(services)).toBe("made");
});

describe("the database", () => {
  const insert = (version: number, from: string) =>
    sql`insert into checkpoint_keys (version, public_key, valid_from, statement, by_previous, by_own, created_at)
        values (${version}, ${`${version}`}, ${from}::date, '', '', '', now())`.execute(books.t.database.db);

  it("takes no key that begins before a checkpoint or an earlier key, or skips a version, and changes none", async () => {
    const { keys } = await get("/transparency");
    await expect(insert(5, keys[3].from)).rejects.toThrow("can't take over");
    await expect(insert(6, "2099-01-01")).rejects.toThrow("can't take over");
    await expect(sql`delete from checkpoint_keys`.execute(books.t.database.ownerDb)).rejects.toThrow();
    await expect(sql`update checkpoint_keys set by_own = ''`.execute(books.t.database.ownerDb)).rejects.toThrow();
  });

  it("of another platform, or restored with another keys.json, makes no checkpoint", async () => {
    await insert(5, "2099-01-01");
    await expect(books.nextDay()).rejects.toThrow("The signer doesn't have version 5 of the checkpoint key");
  });
});
