import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { migrationNames } from "@bbux/db";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withClient } from "./facts.ts";
import {
  backupLogically,
  backupPhysically,
  isBaseDue,
  openSealing,
  openStore,
  prune,
  type Sealing,
  type Store,
  shipUploads,
  shipWal,
} from "./index.ts";
import { ask, restoreInto, scratch, startPlatform, type TestPlatform, upload } from "./testing.ts";

const PLAIN: Sealing = { recipient: null, identity: null, mac: null };

let platform: TestPlatform;
let dataDir: string;
let place: string;
let store: Store;
beforeAll(async () => {
  platform = await startPlatform("HOT");
});
afterAll(() => platform.stop());
beforeEach(() => {
  [dataDir, place] = [scratch(), scratch()];
  store = openStore(place, null);
});
afterEach(() => {
  for (const dir of [dataDir, place]) rmSync(dir, { recursive: true, force: true });
});

const streams = (folder: string) => new Set(readdirSync(join(place, folder)));

/** Moves amounts between two rows until told to stop; each move is numbered. */
async function keepWriting(url: string, signal: AbortSignal): Promise<void> {
  await withClient(url, async (client) => {
    for (let move = 1; !signal.aborted; move++) {
      await client.query(`begin; update purses set amount = amount - 1 where id = 1;
        update purses set amount = amount + 1 where id = 2; insert into moves values (${move}); commit`);
    }
  });
}

describe("a backup during writes", () => {
  it.each(["physical", "logical"] as const)(
    "is consistent: no transfer is half in it, and none is skipped (%s)",
    { tags: "proof" },
    async (form) => {
      await platform.query(`create table if not exists purses (id int primary key, amount int);
      create table if not exists moves (id int); truncate purses, moves; insert into purses values (1, 0), (2, 0)`);
      const stop = new AbortController();
      const writing = keepWriting(platform.url, stop.signal);
      if (form === "physical") {
        await backupPhysically(store, PLAIN, platform);
        stop.abort();
        await writing;
        await restoreInto(dataDir, store, PLAIN, { archive: false });
        const [found] = await ask(
          dataDir,
          `select (select sum(amount)::int from purses) as sum,
        (select count(*) = coalesce(max(id), 0) from moves) as whole,
        (select amount from purses where id = 2) = (select count(*) from moves) as same`,
        );
        expect(found).toEqual({ sum: 0, whole: true, same: true });
      } else {
        const { tables } = await backupLogically(store, PLAIN, platform);
        stop.abort();
        await writing;
        expect(tables.map(({ name }) => name)).toContain("moves");
        await platform.query("drop table purses, moves");
      }
    },
  );
});

describe("a logical backup", () => {
  it("restores every row, sequences and uploads into a new cluster, with counters as they were", {
    tags: "proof",
  }, async () => {
    await platform.query("insert into tags (name) values ('logical')");
    await platform.query("insert into users (username, solana_address) values ('ada', 'address of ada')");
    upload(platform, "three.png", "picture three");
    await backupLogically(store, PLAIN, platform);
    await restoreInto(dataDir, store, PLAIN, { form: "logical" });
    const all = `select (select string_agg(t::text, '|' order by t.id) from tags t) as tags,
      (select string_agg(u::text, '|' order by u.id) from users u) as users,
      (select string_agg(a::text, '|' order by a.id) from ledger_accounts a) as accounts,
      (select last_value::text from ids) as ids,
      (select system_identifier::text from pg_control_system()) as system`;
    const [before, after] = [
      await platform.query<{ system: string }>(all),
      await ask<{ system: string }>(dataDir, all),
    ];
    const withoutSystem = (rows: { system: string }[]) => rows.map(({ system: _, ...rest }) => rest);
    expect(withoutSystem(after)).toEqual(withoutSystem(before));
    expect(after[0]?.system).not.toBe(before[0]?.system);
    expect(readdirSync(join(dataDir, "uploads"))).toEqual(["three.png"]);
  });

  it("has one moment only", async () => {
    await backupLogically(store, PLAIN, platform);
    const options = { form: "logical", toTime: new Date() } as const;
    await expect(restoreInto(dataDir, store, PLAIN, options)).rejects.toThrow("A logical backup has one moment only");
  });
});

describe("a backup of an older schema", () => {
  let older: TestPlatform;
  beforeAll(async () => {
    older = await startPlatform("HOT", { schema: migrationNames.at(-2) ?? "" });
    await older.query("insert into tags (name) values ('older')");
  });
  afterAll(() => older.stop());

  it.each(["physical", "logical"] as const)(
    "is restored as it was, and migrated by the next start (%s)",
    { tags: "proof" },
    async (form) => {
      await (form === "physical" ? backupPhysically : backupLogically)(store, PLAIN, older);
      const { facts } = await restoreInto(dataDir, store, PLAIN, { form });
      expect(facts.schema.at(-1)).toBe(migrationNames.at(-2));
      const next = await startPlatform("HOT", { dataDir });
      expect(
        await next.query("select max(name) as last, (select name from tags) as tag from kysely_migration"),
      ).toEqual([{ last: migrationNames.at(-1), tag: "older" }]);
      await next.stop();
    },
  );
});

describe("backups to a recipient", () => {
  it("can't be read by who makes them, and are restored with the recipient's identity", { tags: "proof" }, async () => {
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const writer = await openSealing(store, { recipient }, true);
    await backupPhysically(store, writer, platform);
    await expect(restoreInto(dataDir, store, writer)).rejects.toThrow("set BACKUP_IDENTITY");
    const other = await openSealing(store, { identity: await generateX25519Identity() }, false);
    await expect(restoreInto(dataDir, store, other)).rejects.toThrow("can't be decrypted");
    expect(readdirSync(dataDir)).not.toContain("uploads");
    await restoreInto(dataDir, store, await openSealing(store, { identity }, false));
    expect(await ask(dataDir, "select hot_address from chain_state")).toEqual([{ hot_address: "HOT" }]);
  });
});

describe("the place of backups", () => {
  it("is refused to another platform, before anything is written", { tags: "proof" }, async () => {
    await backupPhysically(store, PLAIN, platform);
    const before = readdirSync(place, { recursive: true }).length;
    await platform.query("update chain_state set hot_address = 'OTHER'");
    for (const make of [backupPhysically, backupLogically])
      await expect(make(store, PLAIN, platform)).rejects.toThrow(
        "has backups of another platform, whose wallet is HOT",
      );
    await platform.query("update chain_state set hot_address = 'HOT'");
    expect(readdirSync(place, { recursive: true }).length).toBe(before);
  });

  it("is refused to another copy of the platform that archives another log under the same names", {
    tags: "proof",
  }, async () => {
    const outgoing = { folder: join(platform.dataDir, "postgres", "outgoing"), system: "7" };
    const copy = scratch();
    await platform.archive(openStore(copy, null), PLAIN);
    await platform.query("insert into tags (name) values ('log')");
    await backupPhysically(store, PLAIN, platform);
    await platform.query("select pg_switch_wal()");
    await expect.poll(() => readdirSync(outgoing.folder).length).toBeGreaterThan(0);
    const [name = ""] = readdirSync(outgoing.folder)
      .filter((each) => /^[0-9A-F]{24}$/.test(each))
      .sort();
    await store.put(`wal/7/${name}-${"0".repeat(64)}/00001.last`, Buffer.from("another"));
    await expect(shipWal(store, PLAIN, outgoing)).rejects.toThrow("another copy of this platform is archiving there");
    expect(readdirSync(outgoing.folder)).toContain(name);
    rmSync(copy, { recursive: true });
  });

  it("needs a new base when there is none, on another timeline, and after a gap in the archive", {
    tags: "proof",
  }, async () => {
    const due = () => isBaseDue(store, { url: platform.url, outgoing: [] }, new Date());
    expect(await due()).toBe(true);
    await backupPhysically(store, PLAIN, platform);
    await platform.archive(store, PLAIN);
    expect(await due()).toBe(false);
    await platform.query("insert into tags (name) values ('gap in the archive')");
    const elsewhere = scratch();
    await platform.archive(openStore(elsewhere, null), PLAIN);
    expect(await due()).toBe(true);
    expect(await isBaseDue(store, { url: platform.url, outgoing: [] }, new Date(Date.now() + 25 * 3_600_000))).toBe(
      true,
    );
    rmSync(elsewhere, { recursive: true });
  });
});

describe("pruning", () => {
  it("keeps the latest backups, what they need, and uploads that came since, and nothing else", {
    tags: "proof",
  }, async () => {
    upload(platform, "old.png", "old picture");
    await backupPhysically(store, PLAIN, platform);
    await platform.archive(store, PLAIN);
    const old = streams("base");
    rmSync(join(platform.uploads, "old.png"));
    await platform.query("insert into tags (name) values ('kept')");
    await platform.archive(store, PLAIN);
    await backupPhysically(store, PLAIN, platform);
    upload(platform, "new.png", "new picture");
    await shipUploads(store, PLAIN, platform.uploads);
    await platform.query("insert into tags (name) values ('archived')");
    await platform.archive(store, PLAIN);
    const { kept } = await prune(store, 1, new Date());
    expect(kept).toBe(1);
    expect(streams("base").size).toBe(old.size + 1);
    const files = readdirSync(place, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.(last|json)$/.test(name),
    );
    expect(files.filter((name) => name.includes("base/")).length).toBe(2);
    expect(files.some((name) => name.includes("old.png"))).toBe(false);
    expect(files.some((name) => name.includes("new.png"))).toBe(true);
    await restoreInto(dataDir, store, PLAIN);
    const tags = "select name from tags where name in ('kept', 'archived') order by name";
    expect(await ask(dataDir, tags)).toEqual([{ name: "archived" }, { name: "kept" }]);
    expect((await prune(store, 1, new Date())).removed).toBe(0);
  });
});
