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
import { createPlatformWallet } from "@bbux/chain";
import { connect } from "@bbux/db";
import { sql } from "kysely";
import { runScript, scratchDatabase } from "./script.ts";

const MEMBERS = 100_000;
const LINES = 1_000_000;
const COMMAND = fileURLToPath(new URL("../../../packages/client/src/bin/verify.ts", import.meta.url));

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  console.log(`${name}: ${((performance.now() - begun) / 1_000).toFixed(2)} s`);
  return result;
}

/** A log of deposits and stakes with a right chain, as the platform would write it. */
async function writeLog(path: string): Promise<void> {
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
    for (let seq = 1; seq <= LINES; seq++) {
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
    through: LINES,
    checkpoints: 0,
    head: { seq: LINES, hash: head },
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

/** Runs the command. @returns the most memory that it had, in MB (Linux) */
async function verify(path: string): Promise<number> {
  const child = spawn(process.execPath, [COMMAND, path], { stdio: ["ignore", "ignore", "inherit"] });
  let most = 0;
  const look = setInterval(() => {
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1];
    most = Math.max(most, Number(peak ?? 0) / 1_024);
  }, 100);
  const [code] = await once(child, "exit");
  clearInterval(look);
  if (code !== 0) throw new Error(`bbux-verify ended with ${code}`);
  return most;
}

await runScript(async (undo) => {
  const { dir, url } = await scratchDatabase("bench-transparency", undo);
  const db = connect({ url, max: 4 });
  undo.push(() => db.destroy());
  const platformWallet = createPlatformWallet(new Uint8Array(32).fill(7));
  const services = { db, platformWallet, now: () => new Date(), failpoint: async () => undefined };
  await timed(`${MEMBERS} members paid in`, () =>
    sql`select count(ledger_post('deposit', 'd' || n, 'd' || n, 'x', '{}', '{external,member}', array['solana', n::text],
                                 array[-n, n]::bigint[])) from generate_series(1, ${MEMBERS}::int) n`.execute(db),
  );
  await timed("all lines sealed", () => sealLog(services));
  const before = process.memoryUsage().rss;
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  await timed(`a checkpoint with the tree of ${MEMBERS} members`, () => makeCheckpoint(services));
  clearInterval(look);
  console.log(`memory: ${Math.round((most - before) / 1_048_576)} MB more than before`);
  const size = await sql<{ size: string }>`
    select pg_size_pretty(pg_total_relation_size('liability_levels') + pg_total_relation_size('liability_shares')) as size`.execute(
    db,
  );
  console.log(`a day's tree in the database: ${size.rows[0]?.size}`);
  await timed("100 proofs", async () => {
    for (let n = 1; n <= 100; n++) await getProof(db, `${n * 991}`);
  });
  const path = join(dir, "log.ndjson");
  await writeLog(path);
  const peak = await timed(`bbux-verify of ${LINES} entries`, () => verify(path));
  console.log(`its memory at most: ${Math.round(peak)} MB`);
  console.log(`Load of the machine, this included: ${loadavg()[0]?.toFixed(1)}`);
});
