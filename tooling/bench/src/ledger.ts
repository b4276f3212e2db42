import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { APP_ROLE, connect, type Database, migrate } from "@bbux/db";
import { startEmbedded } from "@bbux/db/embedded";
import { audit, deposit, placeBounty, rollUp } from "@bbux/ledger";
import { sql } from "kysely";

export interface LedgerBenchOptions {
  readonly clients: number;
  readonly members: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

export interface LedgerFigures {
  readonly name: string;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

const DEFAULTS: LedgerBenchOptions = { clients: 32, members: 1_000, warmUpSeconds: 4, seconds: 10 };
const FUNDS = 10n ** 15n;

/** How a command may carry a posting: every one commits, and waits for the disk, by itself. */
const SHAPES: Readonly<Record<string, (db: Database, n: number, member: string) => Promise<unknown>>> = {
  "posting in one round trip": place,
  "begin, posting, commit": (db, n, member) => db.transaction().execute((trx) => place(trx, n, member)),
  "for scale: insert of one bare row": (db, n, member) =>
    sql`insert into bench_rows (id, member) values (${n}, ${member})`.execute(db),
};

/** Member to escrow and, through the hot leg, to the treasury: three entries and a new escrow account. */
function place(db: Database, n: number, member: string): Promise<unknown> {
  const bounty = `bounty-${n}`;
  return placeBounty(db, {
    cause: bounty,
    escrow: bounty,
    member,
    amount: 1_000_000n,
    fee: 50_000n,
    refs: { post: bounty },
  });
}

/**
 * Postings a second against a PostgreSQL of its own, with the settings the product runs with (commits wait for the disk),
 * while roll-ups run as in production. Ends with the audit: a fast ledger that is wrong is not reported.
 */
export async function benchLedger(options: Partial<LedgerBenchOptions> = {}): Promise<LedgerFigures[]> {
  const { clients, members, warmUpSeconds, seconds } = { ...DEFAULTS, ...options };
  const dir = mkdtempSync(join(tmpdir(), "bbux-bench-ledger-"));
  chmodSync(dir, 0o711);
  const server = await startEmbedded({ dataDir: dir });
  try {
    await migrate(server.url);
    await createReference(server.url);
    const db = connect({ url: server.url, max: clients });
    try {
      await inParallel(clients, members, (n) => deposit(db, { cause: `seed-${n}`, member: `${n}`, amount: FUNDS }));
      let count = 0;
      const figures: LedgerFigures[] = [];
      for (const [name, shape] of Object.entries(SHAPES)) {
        const once = () => shape(db, count++, `${Math.floor(Math.random() * members)}`);
        await load(clients, warmUpSeconds, once);
        const job = setInterval(() => void rollUp(db), 1_000);
        const latencies = await load(clients, seconds, once);
        clearInterval(job);
        figures.push({ name, perSecond: latencies.length / seconds, ...percentiles(latencies) });
      }
      const { problems } = await audit(db);
      if (problems.length > 0) throw new Error(`The books are wrong after the run: ${JSON.stringify(problems)}`);
      return figures;
    } finally {
      await db.destroy();
    }
  } finally {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** A table without any of the ledger's guarantees: what client, round trip and commit cost on this machine. */
async function createReference(url: string): Promise<void> {
  const owner = connect({ url, as: "owner", max: 1 });
  await sql`create table bench_rows (id bigint primary key, member text not null)`.execute(owner);
  await sql`grant insert on bench_rows to ${sql.id(APP_ROLE)}`.execute(owner);
  await owner.destroy();
}

/** Closed loop: every client starts its next posting when the last one is done. @returns latencies in ms */
async function load(clients: number, seconds: number, once: () => Promise<unknown>): Promise<number[]> {
  const latencies: number[] = [];
  const end = performance.now() + seconds * 1_000;
  const client = async () => {
    for (let start = performance.now(); start < end; ) {
      await once();
      const now = performance.now();
      latencies.push(now - start);
      start = now;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return latencies;
}

async function inParallel(clients: number, total: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const client = async () => {
    while (next < total) await work(next++);
  };
  await Promise.all(Array.from({ length: clients }, client));
}

function percentiles(latencies: number[]): { p50: number; p99: number } {
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

if (import.meta.main) {
  console.log(`${DEFAULTS.clients} clients, ${DEFAULTS.members} members, ${availableParallelism()} cores`);
  console.log(`Load of the machine before the run: ${loadavg()[0]?.toFixed(2)} (anything above 0.3 is somebody else)`);
  for (const { name, perSecond, p50, p99 } of await benchLedger()) {
    console.log(
      `${name.padEnd(34)} ${perSecond.toFixed(0).padStart(6)} /s   ` +
        `p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms`,
    );
  }
}
