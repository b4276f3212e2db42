import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
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

/** Runs one command as the shell would. @returns its output */
async function run(args: string[], environment: Record<string, string> = {}) {
  const out: string[] = [];
  const program = createProgram({
    environment: { DATA_DIR: dataDir, BACKUP_TO: place, BACKUP_PASSPHRASE: "a passphrase for tests", ...environment },
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
  await db.destroy();
  await embedded.stop();
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const secret = (bytes: Uint8Array) => JSON.stringify([...bytes]);
const mine = { PLATFORM_WALLET_SECRET: secret(seed), DATA_DIR: other };

describe("backup and restore", () => {
  it("bring the platform back in another data directory, and name what is restored", async () => {
    await run(["tags", "add", "precious"]);
    expect(await run(["backup"])).toMatch(/^Backed up to .*: \d{8}T\d+Z {2}.* physical, encrypted, \d/);
    expect((await run(["backup", "list"])).split("\n")).toHaveLength(1);
    expect(await run(["restore", place], mine)).toMatch(
      /^Restored the backup of .* and 0 uploads; start with npm start$/,
    );
    expect(await run(["tags", "list"], { ...mine, BACKUP_TO: "" })).toContain("precious");
  });

  it("refuse a data directory in use, unless it is put aside, and another platform's wallet", async () => {
    await expect(run(["restore", place], mine)).rejects.toThrow("--move-aside keeps them under another name");
    const stolen = { ...mine, PLATFORM_WALLET_SECRET: secret(seed.map(() => 8)) };
    await expect(run(["restore", place, "--move-aside"], stolen)).rejects.toThrow("belongs to the wallet");
    const elsewhere = { ...stolen, DATA_DIR: join(scratch, "stolen") };
    await expect(run(["restore", place], elsewhere)).rejects.toThrow("the backup of another platform");
    expect(readdirSync(join(other, "postgres")).filter((name) => name.startsWith("cluster"))).toEqual(["cluster"]);
    expect(await run(["restore", place, "--move-aside"], mine)).toMatch(/^Kept what was there: .*cluster\.before-/);
  });

  it("find the platform's wallet in its data directory, and say if its secret is missing", async () => {
    const dir = join(scratch, "third");
    expect(await run(["restore", place], { DATA_DIR: dir })).toContain("The wallet's secret isn't part of a backup");
    const file = { sessionSecret: "a secret for tests, 32 characters", platformSeed: "08".repeat(32) };
    writeFileSync(join(dir, "secrets.json"), JSON.stringify(file));
    await expect(run(["restore", place, "--move-aside"], { DATA_DIR: dir })).rejects.toThrow("another platform");
  });

  it("say what is wrong with a place, a time, or a database of your own", async () => {
    await expect(run(["backup"], { BACKUP_TO: "" })).rejects.toThrow("Say where backups are");
    await expect(run(["restore", place, "--to-time", "yesterday"], mine)).rejects.toThrow("with its time zone");
    await expect(run(["restore", "s3://bucket"], mine)).rejects.toThrow("BACKUP_S3_ACCESS_KEY_ID");
    const own = { DATABASE_URL: "postgres://localhost:1/none", BACKUP_TO: "" };
    await expect(run(["backup", "--to", place], own)).rejects.toThrow("pg_basebackup");
    await expect(run(["restore", place], own)).rejects.toThrow("unset it");
  });

  it("keep as many backups as asked for", async () => {
    await run(["backup"]);
    expect(await run(["backup", "prune", "--keep", "1"])).toMatch(/^Kept 1 backups, removed \d+ files of \d+ MB$/);
    expect((await run(["backup", "list"])).split("\n")).toHaveLength(1);
  });
});
