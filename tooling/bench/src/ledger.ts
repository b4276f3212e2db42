// npm run bench:ledger: postings per second, ours against bare pgbench scripts that write the same rows.
import { availableParallelism, cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { connect, type Database } from "@bbux/db";
import { sql } from "kysely";
import { CASES, type Case } from "./ledger.cases.ts";
import {
  driveByNode,
  driveByPgbench,
  findPgbench,
  type Measured,
  NO_PGBENCH,
  rollUpMeanwhile,
  type Turn,
} from "./ledger.drive.ts";
import { type CaseFigures, CONTESTANTS, type Contestant, type Setting } from "./ledger.figures.ts";
import { printCase, printSummary } from "./ledger.report.ts";
import { bareScript, oneStatementScript, oursScript } from "./ledger.scripts.ts";
import { checkBooks, prepare } from "./ledger.tables.ts";
import { runScript, scratchDatabase } from "./script.ts";

export interface LedgerBenchOptions {
  readonly clients: readonly number[];
  readonly accounts: readonly number[];
  readonly warmUp: number;
  /** Per turn. */
  readonly seconds: number;
  /** How often each contestant gets a turn. */
  readonly rounds: number;
  readonly cases: RegExp;
  readonly pgbench: string | undefined;
}

const DEFAULTS: LedgerBenchOptions = {
  clients: [32, 8],
  accounts: [10_000],
  warmUp: 1,
  seconds: 3,
  rounds: 5,
  cases: /./,
  pgbench: undefined,
};

/** These take part only in cases that are measured closely, to keep a run short. */
const ONLY_CLOSELY: ReadonlySet<Contestant> = new Set(["in transaction", "one statement"]);

type Drive = (what: Case, turn: Turn) => Promise<Measured>;

/**
 * @param url a migrated database just for this; it fills it and creates bare tables in a schema `bare`
 * @throws Error if the books are wrong at the end, because a fast but wrong ledger isn't reported
 */
export async function benchLedger(
  url: string,
  options: LedgerBenchOptions,
  say: (line: string) => void,
): Promise<Setting[]> {
  const { accounts, clients, pgbench } = options;
  await prepare(url, Math.max(...accounts));
  const db = connect({ url, max: Math.max(...clients) });
  const owner = connect({ url, as: "owner", max: 1 });
  try {
    const contestants = drives(db, url, pgbench);
    const settings: Setting[] = [];
    for (const setting of accounts.flatMap((n) => clients.map((count) => ({ clients: count, accounts: n })))) {
      say(
        `\n${setting.clients} clients, ${setting.accounts} accounts, ${options.rounds} rounds of ${options.seconds} s`,
      );
      const cases: CaseFigures[] = CASES.filter(({ name }) => options.cases.test(name)).map((what) => ({
        what,
        turns: {},
      }));
      // A round contains everything that is compared, so that other work on the machine affects all of it.
      for (let round = 1; round <= options.rounds; round++) {
        for (const figures of cases) await takeTurns(figures, { ...options, ...setting }, contestants, owner);
        say(`  round ${round} of ${options.rounds}, load ${loadavg()[0]?.toFixed(1)}`);
      }
      for (const figures of cases) printCase(figures, say);
      const done = { ...setting, cases };
      printSummary(done, say);
      settings.push(done);
    }
    await checkBooks(url);
    return settings;
  } finally {
    await owner.destroy();
    await db.destroy();
  }
}

function drives(db: Database, url: string, pgbench: string | undefined): Partial<Record<Contestant, Drive>> {
  const byNode: Partial<Record<Contestant, Drive>> = {
    ours: (what, turn) => driveByNode(db, what, turn, "one statement"),
    "in transaction": (what, turn) => driveByNode(db, what, turn, "transaction"),
  };
  if (pgbench === undefined) return byNode;
  const script = (write: (what: Case, accounts: number) => string): Drive => {
    return (what, turn) => driveByPgbench(pgbench, url, write(what, turn.accounts), turn);
  };
  return {
    ...byNode,
    "by pgbench": script((what, accounts) => oursScript(db, what, accounts)),
    bare: script((what, accounts) => bareScript(what, accounts, "appended")),
    "one statement": script(oneStatementScript),
    "one row": script((what, accounts) => bareScript(what, accounts, "one row")),
  };
}

/** One turn for everyone in one case. */
async function takeTurns(
  { what, turns }: CaseFigures,
  turn: Turn,
  contestants: Partial<Record<Contestant, Drive>>,
  owner: Database,
): Promise<void> {
  for (const name of CONTESTANTS) {
    const drive = contestants[name];
    if (!drive || (name === "one row" && !what.hot) || (ONLY_CLOSELY.has(name) && !what.closely)) continue;
    // Nobody pays for writes left over from the previous turn.
    await sql`checkpoint`.execute(owner);
    const endRollUps = rollUpMeanwhile(owner);
    try {
      turns[name] = [...(turns[name] ?? []), await drive(what, turn)];
    } finally {
      endRollUps();
    }
  }
}

/** @throws Error that names the option */
export function readOptions(args: string[]): LedgerBenchOptions {
  const text = { type: "string" } as const;
  const names = { clients: text, accounts: text, seconds: text, rounds: text, only: text, pgbench: text };
  const { values } = parseArgs({ args, options: names });
  const numbers = (name: "clients" | "accounts" | "seconds" | "rounds"): number[] | undefined => {
    const given = values[name]?.split(",").map(Number);
    if (given?.some((value) => !Number.isInteger(value) || value < 1)) {
      throw new Error(`--${name} takes whole numbers of at least 1`);
    }
    return given;
  };
  return {
    ...DEFAULTS,
    clients: numbers("clients") ?? DEFAULTS.clients,
    accounts: numbers("accounts") ?? DEFAULTS.accounts,
    seconds: numbers("seconds")?.[0] ?? DEFAULTS.seconds,
    rounds: numbers("rounds")?.[0] ?? DEFAULTS.rounds,
    cases: new RegExp(values.only ?? "."),
    pgbench: values.pgbench ?? findPgbench(),
  };
}

const USAGE =
  'npm run bench:ledger -- [--clients 32,8] [--accounts 10000,1000] [--seconds 3] [--rounds 5] [--only "spread|fee"] [--pgbench path]';

if (import.meta.main) {
  await runScript(async (undo) => {
    const options = readOptions(process.argv.slice(2));
    const { url } = await scratchDatabase("bench-ledger", undo);
    const load = () => loadavg()[0]?.toFixed(2);
    console.log(
      `${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.version}, load before the run ${load()}`,
    );
    if (options.pgbench === undefined) console.log(NO_PGBENCH);
    await benchLedger(url, options, console.log);
    console.log(`\nThe books are correct. Machine load, including this run: ${load()}`);
  }, USAGE);
}
