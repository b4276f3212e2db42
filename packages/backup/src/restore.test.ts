import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { migrationNames } from "@bbux/db";
import { sampled } from "@bbux/db/testing/form";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { backupPhysically, openSealing, openStore, type Sealing, type Store, shipUploads } from "./index.ts";
import { ask, protect, restoreInto, scratch, startPlatform, type TestPlatform, upload } from "./testing.ts";

const PASSPHRASE = "correct horse battery staple";
const TAGS = "select name from tags order by id";

let platform: TestPlatform;
let place: string;
let store: Store;
let sealing: Sealing;
let between: Date;
let dataDir: string;
beforeAll(async () => {
  platform = await startPlatform("HOT");
  place = scratch();
  store = openStore(place, null);
  await protect(store, PASSPHRASE);
  sealing = await openSealing(store, { passphrase: PASSPHRASE }, true);
  await platform.query("insert into tags (name) values ('before')");
  upload(platform, "one.png", "picture one");
  await platform.query(`insert into users (username, solana_address) values ('ada', 'address of ada')`);
  await platform.query(
    `insert into uploads (key, kind, bytes, taken_down_by, removed_at, taken_down_at, erased_at)
     select repeat('a', 22) || '.png', 'IMAGE', 1, id, now(), now(), now() from users`,
  );
  await backupPhysically(store, sealing, platform);
  await platform.query("insert into tags (name) values ('soon')");
  between = await platform.now();
  await platform.query("insert into tags (name) values ('late')");
  upload(platform, "two.png", "picture two");
  await shipUploads(store, sealing, platform.uploads);
  await platform.archive(store, sealing);
});
afterAll(async () => {
  await platform.stop();
  rmSync(place, { recursive: true });
});
beforeEach(() => {
  dataDir = scratch();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const names = async () => (await ask<{ name: string }>(dataDir, TAGS)).map(({ name }) => name);
/** Paths of the files below a directory. */
const filesIn = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
/** Their contents. */
const contents = (dir: string) => filesIn(dir).map((path) => readFileSync(path, "latin1"));
/** What changes with any write to them. */
const marks = (dir: string) =>
  filesIn(dir).map((path) => {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return [path, ino, size, mtimeNs, ctimeNs];
  });

describe("a restored backup", () => {
  it("without its archive ends where the backup did", { tags: "proof" }, async () => {
    await restoreInto(dataDir, store, sealing, { archive: false });
    expect(await names()).toEqual(["before"]);
  });

  it("has files deleted again that moderators had removed", { tags: "proof" }, async () => {
    await restoreInto(dataDir, store, sealing);
    const found = "select taken_down_at is not null as removed, erased_at from uploads";
    expect(await ask(dataDir, found)).toEqual([{ removed: true, erased_at: null }]);
  });

  it("has what was committed by a moment, and nothing later; it can be backed up to the same place, and restored again on the timeline after", {
    tags: "proof",
  }, async () => {
    const copy = scratch();
    await cp(place, copy, { recursive: true });
    const other = openStore(copy, null);
    await restoreInto(dataDir, other, sealing, { toTime: between });
    const next = await startPlatform("HOT", { dataDir });
    expect(await next.query(TAGS)).toEqual([{ name: "before" }, { name: "soon" }]);
    await backupPhysically(other, sealing, next);
    await next.query("insert into tags (name) values ('after')");
    await next.archive(other, sealing);
    await next.stop();
    await restoreInto(dataDir, other, sealing);
    expect(await names()).toEqual(["before", "soon", "after"]);
    rmSync(copy, { recursive: true });
  });
});

describe("a restore", () => {
  it.each([
    ["earlier than the first backup", () => new Date(0), /begin at .*: nothing earlier can be restored/],
    ["later than the archive", () => new Date(Date.now() + 86_400_000), /The archive ends with what was committed at /],
  ])("to a moment %s is refused and leaves nothing behind", { tags: "proof" }, async (_, moment, said) => {
    await expect(restoreInto(dataDir, store, sealing, { toTime: moment() })).rejects.toThrow(said);
    expect(filesIn(dataDir)).toEqual([]);
  });

  it("that is killed when the database is in its place and the uploads aren't is finished by the next start, with everything that was archived, on a new timeline; another one keeps it under another name, and only if told to", {
    tags: "proof",
  }, async () => {
    mkdirSync(join(dataDir, "uploads"));
    writeFileSync(join(dataDir, "uploads", "other.png"), "not restored");
    let moved = 0;
    const failpoint = () => {
      // After the password and the cluster.
      if (++moved === 2) throw new Error("killed");
    };
    await expect(restoreInto(dataDir, store, sealing, { mayMoveAside: true, failpoint })).rejects.toThrow("killed");
    expect(contents(join(dataDir, "uploads"))).toEqual(["not restored"]);
    const found = `select timeline_id as timeline, (select json_agg(name order by id) from tags) as tags
      from pg_control_checkpoint()`;
    expect(await ask(dataDir, found)).toEqual([{ timeline: 2, tags: ["before", "soon", "late"] }]);
    expect(contents(join(dataDir, "uploads"))).toEqual(["picture one", "picture two"]);

    const before = marks(dataDir);
    await expect(restoreInto(dataDir, store, sealing)).rejects.toThrow("isn't empty");
    expect(marks(dataDir)).toEqual(before);
    const { aside } = await restoreInto(dataDir, store, sealing, { mayMoveAside: true });
    expect(await names()).toEqual(["before", "soon", "late"]);
    expect(aside.map((path) => existsSync(path))).toEqual([true, true]);
    const [cluster = "", uploads = ""] = aside;
    expect(readFileSync(join(cluster, "PG_VERSION"), "utf8")).toBe("18\n");
    expect(contents(uploads)).toEqual(["picture one", "picture two"]);
    expect(contents(join(dataDir, "uploads"))).toEqual(["picture one", "picture two"]);
  });

  it("while the platform is running on the data directory is refused", async () => {
    await expect(restoreInto(platform.dataDir, store, sealing, { mayMoveAside: true })).rejects.toThrow(
      "BBUX is already running on this data directory",
    );
    expect(await platform.query(TAGS)).toEqual([{ name: "before" }, { name: "soon" }, { name: "late" }]);
  });
});

const pieceOf = (dir: string, folder: string, part = "") =>
  filesIn(join(dir, folder))
    .sort()
    .findLast((path) => path.endsWith(".last") && path.includes(part)) ?? "";
const alter = (path: string) => {
  const body = readFileSync(path);
  // In the checksum: within a long run of zeros, another code can mean the same.
  const at = body.length - 5;
  body[at] = (body[at] ?? 0) ^ 1;
  writeFileSync(path, body);
};

describe.each(
  sampled([
    ["an encrypted", true],
    ["a plain", false],
  ]),
)("%s backup", (_, isEncrypted) => {
  let dir: string;
  let whole: string;
  let damaged: Store;
  let key: Sealing;
  beforeAll(async () => {
    [whole, key] = [place, sealing];
    if (isEncrypted) return;
    whole = scratch();
    const plain = openStore(whole, null);
    key = await openSealing(plain, {}, true);
    await backupPhysically(plain, key, platform);
    await platform.archive(plain, key);
  });
  beforeEach(async () => {
    dir = scratch();
    damaged = openStore(dir, null);
    await cp(whole, dir, { recursive: true });
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it.each<[string, () => void, RegExp]>([
    ["whose cluster is cut short", () => truncateSync(pieceOf(dir, "base"), 1_000_000), /bytes instead of/],
    ["that lacks a file", () => rmSync(pieceOf(dir, "base")), /is missing: the backup isn't whole/],
    ["with an altered byte in the cluster", () => alter(pieceOf(dir, "base")), /damaged|decrypt/],
    ["with an altered byte in the log", () => alter(pieceOf(dir, "wal")), /damaged|decrypt|isn't what was stored/],
    ["with an altered byte in an upload", () => alter(pieceOf(dir, "uploads")), /damaged|decrypt|isn't what was/],
    ["whose log is cut short", () => truncateSync(pieceOf(dir, "wal"), 1_000), /damaged|decrypt/],
    [
      "without an upload of its time",
      () => rmSync(pieceOf(dir, "uploads", "one.png")),
      /is missing: the backup isn't whole/,
    ],
    [
      "whose manifest was edited",
      () => {
        const path = filesIn(join(dir, "base")).find((name) => name.endsWith("manifest.json")) ?? "";
        writeFileSync(path, readFileSync(path, "utf8").replace("HOT", "HUT"));
      },
      /isn't what was stored/,
    ],
    [
      "that was never finished",
      () => {
        const path = filesIn(join(dir, "base")).find((name) => name.endsWith("manifest.json")) ?? "";
        rmSync(path);
      },
      /has no complete backup/,
    ],
  ])("%s is refused, and nothing is touched", async (_name, damage, said) => {
    damage();
    await expect(restoreInto(dataDir, damaged, key)).rejects.toThrow(said);
    expect(filesIn(dataDir)).toEqual([]);
  });
});

describe("a backup", () => {
  it("of another platform is refused, and nothing is touched", async () => {
    await expect(restoreInto(dataDir, store, sealing, { hotWallet: "MINE" })).rejects.toThrow(
      "This is the backup of another platform: its wallet is HOT, and this one's is MINE",
    );
    expect(filesIn(dataDir)).toEqual([]);
  });

  it("with a newer schema than this release's is refused, and nothing is touched", async () => {
    const migrations = migrationNames.slice(0, -1);
    await expect(restoreInto(dataDir, store, sealing, { migrations })).rejects.toThrow(
      `its database has ${migrationNames.at(-1)}`,
    );
    expect(filesIn(dataDir)).toEqual([]);
  });

  it("doesn't open with another passphrase, or without one", async () => {
    await expect(openSealing(store, { passphrase: "another passphrase" }, false)).rejects.toThrow(
      "BACKUP_PASSPHRASE isn't the passphrase of",
    );
    await expect(openSealing(store, {}, false)).rejects.toThrow("is encrypted: set BACKUP_PASSPHRASE");
    expect(contents(place).some((content) => content.includes("picture one"))).toBe(false);
  });

  it("isn't replaced by a plain one that someone else put in its place", { tags: "proof" }, async () => {
    const dir = scratch();
    const forged = openStore(dir, null);
    const plain: Sealing = { recipient: null, identity: null, mac: null };
    await backupPhysically(forged, plain, platform);
    await cp(join(place, "key.age"), join(dir, "key.age"));
    await expect(restoreInto(dataDir, forged, sealing)).rejects.toThrow("isn't what was stored");
    rmSync(dir, { recursive: true });
  });

  it("whose archive has a gap is refused instead of ending there silently", { tags: "proof" }, async () => {
    const dir = scratch();
    await cp(place, dir, { recursive: true });
    await platform.query("insert into tags (name) values ('gap')");
    await platform.archive(openStore(dir, null), sealing);
    await platform.query("delete from tags where name = 'gap'");
    await platform.archive(openStore(dir, null), sealing);
    const segments = readdirSync(join(dir, "wal"), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".last"),
    );
    rmSync(join(dir, "wal", segments.sort().at(-2) ?? ""));
    await expect(restoreInto(dataDir, openStore(dir, null), sealing)).rejects.toThrow("lacks a part of the log");
    rmSync(dir, { recursive: true });
  });
});
