/** @module-tag proof */
import { createPrivateKey, sign } from "node:crypto";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { raiseAlert } from "@bbux/api/operator";
import { createPlatformWallet } from "@bbux/chain";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { startTestChain, type TestChain } from "@bbux/local-chain/testing";
import { readEnv } from "@bbux/server/env";
import { openSigner } from "@bbux/server/signer";
import type { RunningSigner } from "@bbux/signer";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { awkwardDump } from "./import/testing.ts";
import { createProgram } from "./program.ts";

const ROOT = join(import.meta.dirname, "../../..");
const PAGES = ["README.md", "ARCHITECTURE.md", "docs/**/*.md", "packages/docs/pages/*.md"];

/** What each command prints when it has done its work, by its first words. */
const SAYS: Readonly<Record<string, RegExp>> = {
  "--help": /Commands for the operator of a BBUX platform/,
  "grant-role": /^ada: user → admin$/,
  "demo end": /^No demo account is open$/,
  "tags add": /^Added postgresql /,
  import: /^ +6 {2}questions$/m,
  "claims link": /\/reset-password\?token=[\w-]{43}$/,
  "claims emails": /^\d+ accounts? ha(?:s its|ve their) address$/m,
  backup: /^Backed up to /,
  "check-books": /^The books are right/,
  "check-counters": /^The counters are right/,
  "check-reserves": /Books and chain agree$/,
  "custody challenge": /^Wrote .*challenge\.txt: sign it with the key of /,
  "custody prove": /^Control of \w+ is proved and published$/,
  "withdrawals stop": /^Payments are stopped/,
  "withdrawals status": /^Payments /,
  "withdrawals resume": /^Payments (?:go on|were not stopped)$/,
  "suspense list": /^\d+ {2}1 SOL {2}/,
  "suspense float": /^1 SOL: Recorded as the operator's float$/,
  alerts: /^large_deposit {2}12 {2}/,
  "keys list": /^checkpoint {2}1 {2}\S+ {2}from the platform's seed/,
  "keys rotate checkpoint": /^Version \d+ of the checkpoint key signs from \d{4}-\d\d-\d\d on: /,
  "keys rotate hot": /^Version \d+ of the hot wallet takes over: \S{32,44}$/,
  "keys rotate nonce": /^Version \d+ of the nonce authority takes over: \S{32,44}$/,
  "keys rotate deposit": /^New members get deposit addresses of version \d+$/,
  "signer reset-fence": /^The signer takes the next books that ask for the newest$/,
  "signer release": /^The signer signs withdrawal [0-9a-f-]{36} on another nonce$/,
  outbox: /ada@example\.org {2}Welcome$/,
};

/** The lines that the docs tell operators to run, as written; `npm run cli -- <command>` isn't one of them. */
function documented(): string[] {
  const lines = globSync(PAGES, { cwd: ROOT }).flatMap((page) => {
    const found = readFileSync(join(ROOT, page), "utf8").matchAll(/npm run cli -- ([^`#\n]+)/g);
    return Array.from(found, ([, line = ""]) => line.trim());
  });
  // The bare name of a command that takes more stands for the command itself, in prose.
  return [...new Set(lines)].filter((line) => line !== "<command>" && line !== "parameters set").sort();
}

const seed = new Uint8Array(32).fill(9);
const hot = createPlatformWallet(seed).address;
const dataDir = mkdtempSync(join(tmpdir(), "bbux-cli-docs-"));
const challenge = join(dataDir, "challenge.txt");
/** The key of the cold wallet, and its address. */
const vaultSeed = new Uint8Array(32).fill(8);
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");
let base: TestDatabase;
let chain: TestChain;
let item: string;
let signer: RunningSigner;
beforeAll(async () => {
  [base, chain] = await Promise.all([createTestDatabase({ max: 4 }), startTestChain()]);
  const ada = { id: "5", username: "ada", solana_address: createPlatformWallet(seed).addressOf("5") };
  await base.ownerDb.insertInto("users").values(ada).execute();
  const secrets = { sessionSecret: "a secret for tests, 32 characters" };
  writeFileSync(
    join(dataDir, "secrets.json"),
    JSON.stringify({ ...secrets, platformSeed: Buffer.from(seed).toString("hex") }),
  );
  mkdirSync(join(dataDir, "outbox"));
  writeFileSync(
    join(dataDir, "outbox", "a.eml"),
    "From: BBUX <no-reply@localhost>\r\nTo: ada@example.org\r\nSubject: Welcome\r\nDate: now\r\n\r\nHello\r\n",
  );
  const zoe = { id: "6", username: "Zoe_Muller", solana_address: createPlatformWallet(seed).addressOf("6") };
  await base.ownerDb.insertInto("users").values(zoe).execute();
  const source = "quantumcomputing.stackexchange.com";
  await base.ownerDb.insertInto("import_map").values({ source, kind: "user", external_id: "8", id: zoe.id }).execute();
  writeFileSync(join(dataDir, "addresses.csv"), "8,zoe@example.org\n");
  const alert = { kind: "large_deposit", subject: "12", detail: "5 SOL" } as const;
  await raiseAlert({ db: base.ownerDb, now: () => new Date() }, alert);
  const { address } = createPlatformWallet(vaultSeed);
  await base.ownerDb.insertInto("cold_wallets").values({ address, since_slot: "0" }).execute();
  // One stays, whichever of the commands comes first.
  await unclaimed();
  item = await unclaimed();
  signer = await openSigner(readEnv({ NODE_ENV: "test", DATA_DIR: dataDir }));
});
afterAll(async () => {
  await Promise.all([base.drop(), chain.stop(), signer.stop()]);
  rmSync(dataDir, { recursive: true, force: true });
});

/** @returns the id of an item of suspense, a SOL from nobody */
async function unclaimed(): Promise<string> {
  const signature = await chain.airdrop(hot, 1_000_000_000n);
  const { rows } = await sql<{ id: string }>`
    with item as (
      insert into suspense_items (signature, address, amount, slot, reason)
      values (${signature}, ${hot}, 1000000000, 1, 'unknown_sender') returning id
    )
    select item.id::text from item, ledger_post('deposit_unclaimed', ${`${signature}:${hot}`},
      ${`deposit_unclaimed:${signature}`}, 'test', '{}', array['external', 'suspense'], array['solana', item.id::text],
      array[-1000000000, 1000000000]::bigint[]) as t`.execute(base.ownerDb);
  return rows[0]?.id ?? "";
}

/** The challenge's signature, as the cold wallet's holder makes it offline. */
function signedChallenge(): string {
  const der = Buffer.concat([PKCS8_ED25519, vaultSeed]);
  return sign(null, readFileSync(challenge), createPrivateKey({ key: der, format: "der", type: "pkcs8" })).toString(
    "base64",
  );
}

async function run(line: string): Promise<string> {
  const dump = line.startsWith("import ") ? awkwardDump() : "";
  const args = Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain = ""]) =>
    (quoted ?? plain)
      .replace("<id>", item)
      .replace("<file>", challenge)
      .replace("<signature>", signedChallenge)
      .replace(/^~\/dumps\/.+/, dump)
      .replace(/^~/, dataDir),
  );
  const out: string[] = [];
  const program = createProgram({
    environment: { DATABASE_URL: base.url, DATA_DIR: dataDir, SOLANA_RPC_URL: chain.url },
    console: { out: (text) => out.push(text), err: () => undefined },
    terminal: { write: () => undefined },
  });
  const failed = await program.parseAsync(args, { from: "user" }).then(
    () => null,
    (error: { exitCode?: number }) => (error.exitCode === 0 ? null : error),
  );
  expect(failed).toBeNull();
  return out.join("\n");
}

describe("the commands that the docs tell operators to run: `npm run cli -- …`", () => {
  it.each(documented())("%s works as documented", async (line) => {
    const command = Object.keys(SAYS).find((start) => line === start || line.startsWith(`${start} `));
    expect(command, `${line} has no tiny run: say in SAYS what it answers`).toBeDefined();
    expect(await run(line)).toMatch(SAYS[command ?? ""] ?? /never/);
  });

  it("are found in the docs", () => {
    expect(documented().length).toBeGreaterThan(15);
  });
});
