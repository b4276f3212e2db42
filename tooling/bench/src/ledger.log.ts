// node tooling/launch/run.mjs tooling/bench/src/ledger.log.ts: how much the transparency log's line adds to the cost of a
// posting.
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { connect, type Database } from "@bbux/db";
import { sql } from "kysely";
import { CASES, type Case } from "./ledger.cases.ts";
import { driveByNode, rollUpMeanwhile } from "./ledger.drive.ts";
import { prepare } from "./ledger.tables.ts";
import { runScript, scratchDatabase, type Undo } from "./script.ts";

export interface LogBenchOptions {
  readonly accounts: number;
  readonly clients: number;
  readonly rounds: number;
  /** Of each turn. */
  readonly seconds: number;
  readonly warmUp: number;
  /** Postings in one statement, where neither network nor commit stand between them. */
  readonly inARow: number;
  /** Which comparisons to run, by name. */
  readonly only: RegExp;
}

const DEFAULTS: LogBenchOptions = {
  accounts: 10_000,
  clients: 16,
  rounds: 9,
  seconds: 2,
  warmUp: 0.5,
  inARow: 2_000,
  only: /./,
};

const LINE = /perform public\.transparency_log_transfer\([^;]*;/;

/** The posting function from the migrations, with and without its log line. */
async function bothForms(owner: Database): Promise<{ with: string; without: string }> {
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef('ledger_post'::regproc) as text`.execute(
    owner,
  );
  const text = rows[0]?.text ?? "";
  if (!LINE.test(text)) throw new Error("ledger_post writes no line of the log");
  return { with: text, without: text.replace(LINE, "") };
}

async function rate(db: Database, what: Case, turn: LogBenchOptions): Promise<number> {
  const { count, seconds } = await driveByNode(db, what, turn, "one statement");
  return count / seconds;
}

let run = 0;

/** The processor time of the connection's process in microseconds (Linux), which excludes other work on the machine. */
async function cpuOf(owner: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(owner);
  return Number(readFileSync(`/proc/${rows[0]?.pid}/schedstat`, "utf8").split(" ")[0]) / 1_000;
}

/** @returns microseconds of PostgreSQL for one posting with this many legs */
async function alone(owner: Database, legs: 2 | 3, { accounts, inARow }: LogBenchOptions): Promise<number> {
  const [kind, kinds, owners, amounts] =
    legs === 2
      ? ["stake_added", "{member,stake}", "array[m, m]", "{-10,10}"]
      : ["bounty_placed", "{member,escrow,treasury}", "array[m, m, 'platform']", "{-21,20,1}"];
  const begun = await cpuOf(owner);
  await sql
    .raw(
      `do $$ declare m text; begin for i in 1..${inARow} loop m := (1 + i % ${accounts})::text;
         perform ledger_post('${kind}', 'alone ${++run} ' || i, 'alone ${run} ' || i, 'x', '{}', '${kinds}', ${owners}, '${amounts}');
       end loop; end $$`,
    )
    .execute(owner);
  return ((await cpuOf(owner)) - begun) / inARow;
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** @param url a migrated database for this alone, which it fills */
export async function benchLog(
  url: string,
  options: LogBenchOptions,
  undo: Undo,
  say: (line: string) => void,
): Promise<void> {
  const { clients, rounds, only } = options;
  await prepare(url, options.accounts);
  const db = connect({ url, max: clients });
  const owner = connect({ url, as: "owner", max: 1 });
  undo.push(() => Promise.all([db.destroy(), owner.destroy()]));
  const forms = await bothForms(owner);
  const use = (form: keyof typeof forms) => sql.raw(forms[form]).execute(owner);
  const compare = async (name: string, unit: string, measure: () => Promise<number>, warmUp = measure) => {
    if (!only.test(name)) return;
    const measured = { with: [] as number[], without: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      // Each goes first as often as the other.
      const forms = round % 2 === 0 ? (["with", "without"] as const) : (["without", "with"] as const);
      for (const form of forms) {
        await use(form);
        await sql`checkpoint`.execute(owner);
        await warmUp();
        measured[form].push(await measure());
      }
    }
    const [logged, bare] = [median(measured.with), median(measured.without)];
    say(
      `${name}: ${Math.round(logged)} ${unit} with the line, ${Math.round(bare)} without: ${(logged / bare).toFixed(3)}`,
    );
  };
  await alone(owner, 2, options);
  await compare("two legs, PostgreSQL alone", "µs", () => alone(owner, 2, options));
  await compare("a bounty, PostgreSQL alone", "µs", () => alone(owner, 3, options));
  const end = rollUpMeanwhile(owner);
  for (const what of CASES.filter(({ name }) => name === "spread" || name === "fee")) {
    await compare(
      `${what.name}, ${clients} clients`,
      "postings/s",
      () => rate(db, what, options),
      async () => 0,
    );
  }
  end();
}

if (import.meta.main) {
  await runScript(async (undo) => {
    const { url } = await scratchDatabase("bench-log", undo);
    await benchLog(url, { ...DEFAULTS, only: new RegExp(process.argv[2] ?? ".") }, undo, console.log);
    console.log(`Machine load, including this run: ${loadavg()[0]?.toFixed(1)}`);
  });
}
