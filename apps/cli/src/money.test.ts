import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { raiseAlert } from "@bbux/api/operator";
import { createGateway, createPlatformWallet } from "@bbux/chain";
import { createTestDatabase, type TestDatabase } from "@bbux/db/testing";
import { balanceOf, floatFunded, post } from "@bbux/ledger";
import { startLocalChain } from "@bbux/local-chain";
import { startTestChain, type TestChain } from "@bbux/local-chain/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProgram } from "./program.ts";

const SOL = 1_000_000_000n;
const seed = new Uint8Array(32).fill(9);
const wallet = createPlatformWallet(seed);
const dataDir = mkdtempSync(join(tmpdir(), "bbux-cli-money-"));

let base: TestDatabase;
let chain: TestChain;
beforeAll(async () => {
  [base, chain] = await Promise.all([createTestDatabase(), startTestChain()]);
  await base.ownerDb
    .insertInto("users")
    .values({ id: "5", username: "ada", solana_address: wallet.addressOf("5") })
    .execute();
  const secrets = {
    sessionSecret: "a secret for tests, 32 characters",
    platformSeed: Buffer.from(seed).toString("hex"),
  };
  writeFileSync(join(dataDir, "secrets.json"), JSON.stringify(secrets));
});
afterAll(() => Promise.all([base.drop(), chain.stop()]));

/** Runs one command as the shell would. @returns its output */
async function run(args: string[], environment: Record<string, string> = { SOLANA_RPC_URL: chain.url }) {
  const out: string[] = [];
  const err: string[] = [];
  const program = createProgram({
    environment: { DATABASE_URL: base.url, DATA_DIR: dataDir, WATCH_CALLS_PER_SECOND: "100", ...environment },
    console: { out: (line) => out.push(line), err: (line) => err.push(line) },
    terminal: { write: (text) => err.push(text) },
  });
  const failed = await program.parseAsync(args, { from: "user" }).then(
    () => null,
    (error: unknown) => error,
  );
  return { out: out.join("\n"), err: err.join("\n"), failed };
}

/** Puts unclaimed SOL at an address: at the hot wallet, or where an account was closed. @returns the id of the item */
async function unclaimed(address: string, lamports: bigint): Promise<string> {
  const signature = await chain.airdrop(address, lamports);
  const { rows } = await sql<{ id: string }>`
    with item as (
      insert into suspense_items (signature, address, amount, slot, reason)
      values (${signature}, ${address}, ${lamports.toString()}, 1, 'unknown_sender') returning id, signature, address, amount
    )
    select item.id::text, t.transfer_id from item, ledger_post('deposit_unclaimed', item.signature || ':' || item.address,
      'deposit_unclaimed:' || item.signature, 'test', '{}', array['external', 'suspense'], array['solana', item.id::text],
      array[-item.amount, item.amount]) as t`.execute(base.ownerDb);
  return rows[0]?.id ?? "";
}

describe("check-reserves", () => {
  it("reports what is owed and what the chain holds, and that they match", async () => {
    const signature = await chain.airdrop(wallet.address, 10n * SOL);
    await sql`insert into chain_fundings (signature, purpose, amount) values (${signature}, 'float', ${(10n * SOL).toString()})`.execute(
      base.ownerDb,
    );
    await post(base.ownerDb, floatFunded({ amount: 10n * SOL, cause: signature }));
    await unclaimed(wallet.address, SOL / 2n);
    const { out, err, failed } = await run(["check-reserves", "--deep"]);
    expect(failed).toBeNull();
    expect(out).toMatch(/^suspense +0\.500000000$/m);
    expect(out).toMatch(/^equity +10\.000000000$/m);
    expect(out).toMatch(/^owed in all +10\.500000000$/m);
    expect(out).toMatch(/^on the chain +10\.500000000$/m);
    expect(out).toMatch(/^difference +0\.000000000$/m);
    expect(out).toContain("Books and chain agree");
    expect(err).toBe("1 addresses; 2 transactions, 2 of them read in full");
  });

  it("shows deposits that have arrived but aren't credited as in transit", { tags: "proof" }, async () => {
    await chain.airdrop(wallet.addressOf("5"), SOL);
    const { out, failed } = await run(["check-reserves"]);
    expect(failed).toBeNull();
    expect(out).toMatch(/^arriving +1\.000000000$/m);
    expect(out).toMatch(/^unexplained +0\.000000000$/m);
  });

  it("names the differences and exits with 1", { tags: "proof" }, async () => {
    await sql`update wallets set booked = 7 where user_id = 5`.execute(base.ownerDb);
    const { out, failed } = await run(["check-reserves"]);
    await sql`update wallets set booked = 0 where user_id = 5`.execute(base.ownerDb);
    expect(out).toContain(`ADDRESS_BOOKS  ${wallet.addressOf("5")}: says 0.000000007, came and swept 0`);
    expect(failed).toMatchObject({
      message: expect.stringMatching(/^Books and chain differ: \d+ findings$/),
      exitCode: 1,
    });
  });

  it("exits with 3 if the chain can't be reached", { tags: "proof" }, async () => {
    const away = await run(["check-reserves"], { SOLANA_RPC_URL: "http://127.0.0.1:1" });
    expect(away.failed).toMatchObject({
      message: expect.stringMatching(/^The chain cannot be reached: /),
      exitCode: 3,
    });
    const none = await run(["check-reserves"], {});
    expect(none.failed).toMatchObject({ message: expect.stringMatching(/^There is no chain to ask: /), exitCode: 3 });
  });

  it("uses the local chain of a platform that is running on the data directory", { tags: "proof" }, async () => {
    writeFileSync(join(dataDir, "chain.json"), JSON.stringify({ url: chain.url, pid: process.pid }));
    expect((await run(["check-reserves"], {})).out).toContain("Books and chain agree");
    writeFileSync(join(dataDir, "chain.json"), JSON.stringify({ url: chain.url, pid: 4_194_999 }));
    expect((await run(["check-reserves"], {})).failed).toMatchObject({ exitCode: 3 });
  });

  it("starts the data directory's local chain if none is running, and stops it after", { tags: "proof" }, async () => {
    const home = join(dataDir, "other");
    mkdirSync(home);
    const own = await startLocalChain({ dataDir: home, port: 0 });
    const genesis = await createGateway({ url: own.url }).genesisHash();
    await own.stop();
    const other = await createTestDatabase();
    await sql`update chain_state set genesis_hash = ${genesis}`.execute(other.ownerDb);
    const environment = { DATABASE_URL: other.url, DATA_DIR: home };
    try {
      expect(existsSync(join(home, "chain.json"))).toBe(false);
      expect((await run(["check-reserves"], environment)).out).toContain("Books and chain agree");
      await sql`update chain_state set genesis_hash = 'another'`.execute(other.ownerDb);
      const wrong = await run(["check-reserves"], environment);
      expect(wrong.out).toBe(`WRONG_CHAIN  ${genesis}: the books were kept on another one: another`);
      expect(wrong.failed).toMatchObject({ exitCode: 1 });
    } finally {
      await other.drop();
    }
  });
});

describe("withdrawals", () => {
  it("are paused with a reason, which is kept, and resumed", { tags: "proof" }, async () => {
    expect((await run(["withdrawals", "status"])).out).toBe("Payments go on\nNo withdrawal is open");
    expect((await run(["withdrawals", "stop", " "])).failed).toMatchObject({ exitCode: 2 });
    expect((await run(["withdrawals", "stop", "a leak"])).out).toBe("Payments are stopped: a leak");
    expect((await run(["withdrawals", "stop", "another"])).out).toMatch(
      /^Payments are stopped already, since .*: a leak$/,
    );
    expect((await run(["withdrawals", "status"])).out).toMatch(/^Payments are stopped since .*: a leak$/m);
    expect((await run(["withdrawals", "resume"])).out).toBe("Payments go on");
    expect((await run(["withdrawals", "resume"])).out).toBe("Payments were not stopped");
  });

  it("that are open are listed by state with their age", async () => {
    await sql`
      insert into withdrawals (user_id, amount, fee, net_amount, destination, created_at, updated_at)
      select 5, 1000000000, 30000000, 970000000, 'there', now() - n * interval '1 hour', now() from generate_series(1, 22) n`.execute(
      base.ownerDb,
    );
    const lines = (await run(["withdrawals", "status"])).out.split("\n");
    await base.ownerDb.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`delete from withdrawals`.execute(trx);
    });
    expect(lines[1]).toBe("REQUESTED     22  21.34 SOL, the oldest 22 h");
    expect(lines[2]).toMatch(/^ {2}\d+ {2}REQUESTED {2}22 h {2}ada: 0\.97 SOL to there$/);
    expect(lines.at(-1)).toBe("  … and 2 more");
  });
});

describe("large withdrawals", () => {
  it("are listed with who approved them", async () => {
    expect(await run(["withdrawals", "waiting"])).toMatchObject({ out: "", err: "No withdrawal needs approval" });
    await base.ownerDb.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`
        with made as (
          insert into withdrawals (id, user_id, amount, fee, net_amount, destination, approval_until, created_at, updated_at)
          values (900, 5, 1000000000, 30000000, 970000000, 'there', now() + interval '1 hour', now(), now()) returning id)
        insert into withdrawal_approvals (withdrawal_id, admin_id, reason) select id, 901, 'x' from made`.execute(trx);
      await sql`insert into users (id, username, role, solana_address, admin_since) values (901, 'omar', 'admin', 'x901', '-infinity')`.execute(
        trx,
      );
    });
    const { out } = await run(["withdrawals", "waiting"]);
    await base.ownerDb.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      for (const table of ["withdrawal_approvals", "withdrawals"])
        await sql`delete from ${sql.table(table)}`.execute(trx);
    });
    expect(out).toMatch(/^900 {2}1 BBUX {2}\d+ s {2}ada to there {2}approved by omar, until \S+Z$/);
  });
});

describe("suspense", () => {
  it("is listed, assigned to a member, and recorded as float", { tags: "proof" }, async () => {
    const [first, second] = [await unclaimed(wallet.address, SOL), await unclaimed(wallet.address, 2n * SOL)];
    const listed = await run(["suspense", "list"]);
    expect(listed.out).toMatch(
      new RegExp(`^${first}  1 SOL  \\d+ s ago  at the hot wallet ${wallet.address}  \\w+$`, "m"),
    );
    expect(listed.err).toBe("3.5 SOL in 3 open items");
    expect((await run(["suspense", "assign", first, "ADA"])).out).toBe("1 SOL: Recorded as member ada (5)");
    expect((await run(["suspense", "float", second])).out).toBe("2 SOL: Recorded as the operator's float");
    expect((await run(["suspense", "float", second])).failed).toMatchObject({ code: "CONFLICT" });
    expect((await run(["suspense", "assign", "1", "ada"])).failed).toMatchObject({ code: "NOT_FOUND" });
    expect((await run(["suspense", "list"])).out).not.toContain(first);
    expect((await run(["suspense", "list", "--all"])).out).toContain("Recorded as member ada (5)");
    expect((await run(["check-reserves", "--deep"])).out).toContain("Books and chain agree");
  });
});

describe("suspense of APPROVAL_FROM or more", () => {
  it("isn't assigned by a command, which is no admin, but recorded as float", { tags: "proof" }, async () => {
    const id = await unclaimed(wallet.address, SOL);
    const from = { SOLANA_RPC_URL: chain.url, APPROVAL_FROM: "1" };
    const { failed } = await run(["suspense", "assign", id, "ada"], from);
    expect(failed).toMatchObject({ code: "CONFLICT", message: expect.stringContaining("two admins") });
    expect((await run(["suspense", "float", id], from)).out).toBe("1 SOL: Recorded as the operator's float");
  });
});

describe("suspense, with a second node", () => {
  it("is assigned only if that node shows the same arrival", { tags: "proof" }, async () => {
    const id = await unclaimed(wallet.address, SOL);
    const genesis = await createGateway({ url: chain.url }).genesisHash();
    await sql`update chain_state set genesis_hash = ${genesis}, hot_address = ${wallet.address}`.execute(base.ownerDb);
    const assign = (witness: string) =>
      run(["suspense", "assign", id, "ada"], { SOLANA_RPC_URL: chain.url, SOLANA_WITNESS_URL: witness });
    const silent = await assign("http://127.0.0.1:1");
    expect(silent.failed).toMatchObject({ code: "CONFLICT", message: expect.stringContaining("doesn't confirm") });
    // The same node by another name; the item says a slot at which it didn't arrive.
    const other = chain.url.replace("127.0.0.1", "localhost");
    const differs = await assign(other);
    expect(differs.failed).toMatchObject({ code: "CONFLICT", message: expect.stringContaining("nodes disagree") });
    const { rows } = await sql<{ signature: string }>`
      select signature from suspense_items where id = ${id}`.execute(base.ownerDb);
    const shown = await createGateway({ url: chain.url }).transaction(rows[0]?.signature ?? "");
    await sql`update suspense_items set slot = ${String(shown?.slot)} where id = ${id}`.execute(base.ownerDb);
    expect(await assign(other)).toMatchObject({ out: "1 SOL: Recorded as member ada (5)", failed: null });
  });
});

describe("deposits", () => {
  it("that wait are listed, and credited when one is approved", { tags: "proof" }, async () => {
    expect(await run(["deposits", "waiting"])).toMatchObject({ out: "", err: "No deposit waits" });
    const address = wallet.addressOf("5");
    const signature = await chain.airdrop(address, 5n * SOL);
    const { rows } = await sql<{ id: string }>`
      insert into waiting_deposits (user_id, address, signature, amount, slot, reason, checked_at, created_at, updated_at)
      values (5, ${address}, ${signature}, ${String(5n * SOL)}, 1, 'approval', now(), now(), now())
      returning id::text`.execute(base.ownerDb);
    const id = rows[0]?.id ?? "";
    const line = new RegExp(`^${id}  5 SOL  \\d+ s  waits for approval  ada ${address}  ${signature}$`);
    expect((await run(["deposits", "waiting"])).out).toMatch(line);
    expect(await run(["deposits", "approve", id])).toMatchObject({ out: "5 SOL credited to ada", failed: null });
    expect((await run(["deposits", "approve", id])).failed).toMatchObject({ code: "CONFLICT" });
    expect((await run(["deposits", "approve", "1"])).failed).toMatchObject({ code: "NOT_FOUND" });
    expect((await run(["deposits", "waiting"])).out).toBe("");
    expect(await balanceOf(base.ownerDb, "member", "5")).toBe(7n * SOL);
  });
});

describe("alerts", () => {
  it("are listed and closed", { tags: "proof" }, async () => {
    expect(await run(["alerts"])).toMatchObject({ out: "", err: "No alert is open" });
    const services = { db: base.ownerDb, now: () => new Date() };
    await raiseAlert(services, { kind: "large_deposit", subject: "12", detail: "5 SOL" });
    expect((await run(["alerts"])).out).toMatch(/^large_deposit {2}12 {2}for \d+ s, last seen \d+ s ago: 5 SOL$/);
    expect((await run(["alerts", "close", "large_deposit", "12"])).out).toBe("Closed large_deposit about 12");
    expect((await run(["alerts", "close", "large_deposit", "12"])).failed).toMatchObject({ exitCode: 1 });
    expect((await run(["alerts", "close", "fire", "12"])).failed).toMatchObject({ code: "commander.invalidArgument" });
  });
});
