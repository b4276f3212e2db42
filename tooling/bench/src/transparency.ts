// node tooling/launch/run.mjs tooling/bench/src/transparency.ts: sealing, checkpoints, proofs, and verifying a long log.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeCheckpoint, sealLog } from "@bbux/api";
import { getProof } from "@bbux/api/operator";
import { createLocalSigner, createPlatformWallet } from "@bbux/chain";
import { connect } from "@bbux/db";
import { sql } from "kysely";
import { runScript, scratchDatabase, type Undo } from "./script.ts";

const COMMAND = fileURLToPath(new URL("../../../packages/client/src/bin/verify.ts", import.meta.url));

type Say = (line: string) => void;

async function timed<T>(say: Say, name: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  say(`${name}: ${((performance.now() - begun) / 1_000).toFixed(2)} s`);
  return result;
}

/** A log of deposits and stakes with a valid chain, as the platform would write it. */
async function writeLog(path: string, count: number): Promise<void> {
  const file = createWriteStream(path);
  const put = async (value: object) => {
    if (!file.write(`${JSON.stringify(value)}\n`)) await once(file, "drain");
  };
  const facts = (seq: number) => {
    const [type, from, to] = seq % 2 === 1 ? ["DEPOSIT", "external", "member"] : ["STAKE_ADDED", "member", "stake"];
    return { type: type ?? "", from: from ?? "", to: to ?? "" };
  };
  const textOf = (seq: number, prev: string) => {
    const { type, from, to } = facts(seq);
    const changes = [`${from}:-1000000000`, `${to}:1000000000`].sort((a, b) => (a < b ? -1 : 1)).join();
    return [
      "bbux-log-v1",
      seq,
      prev,
      seq,
      type,
      1_000_000_000,
      0,
      changes,
      "",
      "A line",
      "2026-01-01T00:00:00.000Z",
    ].join("\n");
  };
  const chain = function* () {
    let prev = "0".repeat(64);
    for (let seq = 1; seq <= count; seq++) {
      const hash = createHash("sha256").update(textOf(seq, prev)).digest("hex");
      yield { seq, prev, hash };
      prev = hash;
    }
  };
  let head = "";
  for (const { hash } of chain()) head = hash;
  const publicKey = Buffer.alloc(32, 1).toString("base64");
  await put({
    format: "bbux-transparency-log-v1",
    after: 0,
    through: count,
    checkpoints: 0,
    head: { seq: count, hash: head },
    publicKey,
  });
  for (const { seq, prev, hash } of chain()) {
    const { type, from, to } = facts(seq);
    const rest = { subject: "", description: "A line", createdAt: "2026-01-01T00:00:00.000Z", prevHash: prev, hash };
    await put({ seq, id: `${seq}`, type, amount: "1", feeAmount: "0", changes: { [from]: "-1", [to]: "1" }, ...rest });
  }
  file.end();
  await once(file, "close");
}

/** Runs the command. @returns its peak memory in MB (Linux) */
async function verify(path: string): Promise<number> {
  const child = spawn(process.execPath, [COMMAND, path], { stdio: ["ignore", "ignore", "inherit"] });
  let most = 0;
  const sampler = setInterval(() => {
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1];
    most = Math.max(most, Number(peak ?? 0) / 1_024);
  }, 100);
  const [code] = await once(child, "exit");
  clearInterval(sampler);
  if (code !== 0) throw new Error(`bbux-verify exited with ${code}`);
  return most;
}

/** With the owner's rights and without triggers, one of which counts members in a single row. */
async function createMembers(url: string, members: number): Promise<void> {
  const owner = connect({ url, as: "owner", max: 1 });
  try {
    await owner.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`
        insert into users (id, username, solana_address)
        select n, 'member' || n, 'bench-' || n from generate_series(1, ${members}::int) n`.execute(trx);
      await sql`insert into wallets (user_id, address) select id, solana_address from users`.execute(trx);
    });
  } finally {
    await owner.destroy();
  }
}

/** @param place a migrated database for this alone, and a folder for the log */
export async function benchTransparency(
  { dir, url }: { dir: string; url: string },
  { members, lines }: { members: number; lines: number },
  undo: Undo,
  say: Say,
): Promise<void> {
  const db = connect({ url, max: 4 });
  undo.push(() => db.destroy());
  const platformWallet = createPlatformWallet(new Uint8Array(32).fill(7));
  const signer = createLocalSigner(platformWallet);
  const notes = { origin: "bench.example/log", witnesses: [], timeoutMs: 0, isAnchored: false };
  const services = {
    db,
    platformWallet,
    signer,
    notes,
    now: () => new Date(),
    databaseNow: async () => new Date(),
    failpoint: async () => undefined,
  };
  await createMembers(url, members);
  await timed(say, `${members} members paid in`, () =>
    sql`select count(ledger_post('deposit', 'd' || n, 'd' || n, 'x', '{}', '{external,member}', array['solana', n::text],
                                 array[-n, n]::bigint[])) from generate_series(1, ${members}::int) n`.execute(db),
  );
  await timed(say, "all lines sealed", () => sealLog(services));
  const before = process.memoryUsage().rss;
  let most = before;
  const sampler = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  await timed(say, `a checkpoint with the tree of ${members} members`, () => makeCheckpoint(services));
  clearInterval(sampler);
  say(`memory: ${Math.round((most - before) / 1_048_576)} MB more than before`);
  const size = await sql<{ size: string }>`
    select pg_size_pretty(pg_total_relation_size('liability_branches') + pg_total_relation_size('liability_leaves')
                          + pg_total_relation_size('liability_codes')) as size`.execute(db);
  say(`a day's tree in the database: ${size.rows[0]?.size}`);
  await timed(say, "100 proofs", async () => {
    for (let n = 1; n <= 100; n++) await getProof(services, `${1 + ((n * 991) % members)}`);
  });
  const path = join(dir, "log.ndjson");
  await writeLog(path, lines);
  const peak = await timed(say, `bbux-verify of ${lines} entries`, () => verify(path));
  say(`its peak memory: ${Math.round(peak)} MB`);
}

if (import.meta.main) {
  await runScript(async (undo) => {
    const place = await scratchDatabase("bench-transparency", undo);
    await benchTransparency(place, { members: 100_000, lines: 1_000_000 }, undo, console.log);
    console.log(`Machine load, including this run: ${loadavg()[0]?.toFixed(1)}`);
  });
}
