import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlatformWallet } from "@bbux/chain";
import { connect, migrate } from "@bbux/db";
import { startEmbedded } from "@bbux/db/embedded";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProgram } from "./program.ts";

const scratch = mkdtempSync(join(tmpdir(), "bbux-cli-backup-"));
const [place, dataDir, other] = ["place", "data", "other"].map((name) => join(scratch, name)) as [
  string,
  string,
  string,
];
const seed = new Uint8Array(32).fill(9);

/** A key, because stretching a passphrase takes a second per command: `money.restore` opens backups with one. */
const IDENTITY = "AGE-SECRET-KEY-1658Y5C272WM8SCUZJ8LUNYASZK9WF5E6LQCPNCJMMMSDNTK4MZZQLF0SE9";

/** Runs one command as the shell would. @returns its output */
async function run(args: string[], environment: Record<string, string> = {}) {
  const out: string[] = [];
  const program = createProgram({
    environment: { DATA_DIR: dataDir, BACKUP_TO: place, BACKUP_IDENTITY: IDENTITY, ...environment },
    console: { out: (line) => out.push(line), err: () => undefined },
    terminal: { write: () => undefined },
  });
  await program.parseAsync(args, { from: "user" });
  return out.join("\n");
}

beforeAll(async () => {
  chmodSync(scratch, 0o711);
  const embedded = await startEmbedded({ dataDir });
  await migrate(embedded.url);
  const db = connect({ url: embedded.url, as: "owner", max: 1 });
  await sql`update chain_state set hot_address = ${createPlatformWallet(seed).address}`.execute(db);
  await db.insertInto("tags").values({ name: "precious" }).execute();
  await db.destroy();
  await embedded.stop();
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const secret = (bytes: Uint8Array) => JSON.stringify([...bytes]);
const mine = { PLATFORM_WALLET_SECRET: secret(seed), DATA_DIR: other };

describe("backup and restore", () => {
  it("bring the platform back in another data directory, name what is restored, and say if the wallet's secret is missing", {
    tags: "proof",
  }, async () => {
    expect(await run(["backup"])).toMatch(/^Backed up to .*: \d{8}T\d+Z {2}.* physical, encrypted, \d/);
    expect((await run(["backup", "list"])).split("\n")).toHaveLength(1);
    const said = await run(["restore", place], { DATA_DIR: other });
    expect(said).toMatch(/^Restored the backup of .* and 0 uploads; start with npm start$/m);
    expect(said).toContain("The wallet's secret isn't part of a backup");
    expect(await run(["tags", "list"], { ...mine, BACKUP_TO: "" })).toContain("precious");
  });

  it("refuse a data directory in use, unless it is put aside, and another platform's wallet, given or in the data directory", {
    tags: "proof",
  }, async () => {
    await expect(run(["restore", place], mine)).rejects.toThrow("--move-aside keeps them under another name");
    const stolen = { ...mine, PLATFORM_WALLET_SECRET: secret(seed.map(() => 8)) };
    await expect(run(["restore", place, "--move-aside"], stolen)).rejects.toThrow("belongs to the wallet");
    const elsewhere = { ...stolen, DATA_DIR: join(scratch, "stolen") };
    await expect(run(["restore", place], elsewhere)).rejects.toThrow("the backup of another platform");
    const file = { sessionSecret: "a secret for tests, 32 characters", platformSeed: "08".repeat(32) };
    const third = join(scratch, "third");
    mkdirSync(third);
    writeFileSync(join(third, "secrets.json"), JSON.stringify(file));
    await expect(run(["restore", place], { DATA_DIR: third })).rejects.toThrow("the backup of another platform");
    expect(readdirSync(join(other, "postgres")).filter((name) => name.startsWith("cluster"))).toEqual(["cluster"]);
    const moved = await run(["restore", place, "--move-aside"], mine);
    expect(moved).toMatch(/^Kept what was there: .*cluster\.before-/);
    expect(moved).not.toContain("The wallet's secret isn't part of a backup");
  });

  it("say what is wrong with a place, a time, or a database of your own", async () => {
    await expect(run(["backup"], { BACKUP_TO: "" })).rejects.toThrow("Say where backups are");
    await expect(run(["restore", place, "--to-time", "yesterday"], mine)).rejects.toThrow("with its time zone");
    await expect(run(["restore", "s3://bucket"], mine)).rejects.toThrow("BACKUP_S3_ACCESS_KEY_ID");
    const own = { DATABASE_URL: "postgres://localhost:1/none", BACKUP_TO: "" };
    await expect(run(["backup", "--to", place], own)).rejects.toThrow("pg_basebackup");
    await expect(run(["restore", place], own)).rejects.toThrow("unset it");
  });

  it("keep as many backups as asked for", { tags: "proof" }, async () => {
    await run(["backup"]);
    expect(await run(["backup", "prune", "--keep", "1"])).toMatch(/^Kept 1 backups, removed \d+ files of \d+ MB$/);
    expect((await run(["backup", "list"])).split("\n")).toHaveLength(1);
  });
});
