import { measureReserves, resumeWithdrawals } from "@bbux/api/operator";
import type { Random } from "@bbux/db/testing/form";
import { sql } from "kysely";
import { type Books, balanceIn } from "../money/books.ts";
import { boughtAndSold, examine, left } from "../money/invariants.ts";
import { ACTS } from "./acts.ts";
import { expected, isExpected } from "./expected.ts";
import { JOBS, ROUND } from "./jobs.ts";
import { heal } from "./process.ts";
import { COLD } from "./settings.ts";
import type { Universe } from "./universe.ts";

const ROUNDS = 40;
/** Fewer would leave what only the second look finds. */
const FEWEST_ROUNDS = 2;
/** Lamports that the cold wallet keeps for fees. */
const LEFT_IN_COLD = 10_000_000n;
/** Steps of tasks between two acts. */
const MOST_BETWEEN = 30;
/** More than any seed takes: one that goes on hangs. */
const MOST_STEPS = 5_000;

/** Plays one seed: some members' and operators' acts, with everything else that goes wrong between them. */
export async function play(universe: Universe, random: Random, acts: number): Promise<void> {
  const { schedule } = universe;
  for (let nth = 0; nth < acts; nth++) {
    const [name, act] = random.one(ACTS);
    schedule.trace.push(`* ${name}`);
    await act(universe, random);
    for (let steps = random.next(MOST_BETWEEN); steps > 0 && (await universe.goOn(random)); steps--);
  }
  universe.retire();
  for (let step = 0; await universe.goOn(random); step++) {
    if (step === MOST_STEPS) throw new Error(`the tasks take more than ${MOST_STEPS} steps`);
  }
}

/** Ends all faults and works until nothing is left. @returns what is wrong then, as sentences */
export async function settle(universe: Universe): Promise<string[]> {
  const { schedule, processes, ownerDb, view, hot } = universe;
  for (const process of processes) heal(process);
  universe.witness?.faults([]);
  const [{ services }] = processes;
  await resumeWithdrawals(services);
  const open = (books: Books) => left(books, view, [hot, ...universe.people.map(({ address }) => address)]);
  let found: Awaited<ReturnType<typeof examine>> | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    universe.pass(31, 6);
    const process = processes[round % 2 === 0 ? 0 : 1];
    for (const name of ROUND) await JOBS[name]?.(process).catch(expected);
    if (await isShort(universe)) await fillHotWallet(universe);
    if (round + 1 < FEWEST_ROUNDS || (await hasOpen(universe))) continue;
    found = await examine(ownerDb, view, hot);
    if (open(found.books).length === 0) break;
  }
  found ??= await examine(ownerDb, view, hot);
  const { unexplained } = await measureReserves(services);
  const { rows: alerts } = await sql<{ line: string }>`
    select kind || ' ' || subject || ': ' || detail as line from alerts
     where closed_at is null and kind not in ('unclaimed_deposit', 'nodes_disagree') order by id`.execute(ownerDb);
  return [
    ...schedule.errors.filter((error) => !isExpected(error)).map((error) => `a task failed: ${error}`),
    ...found.problems,
    ...open(found.books).map((what) => `left: ${what}`),
    ...members(universe, found.books),
    ...(unexplained === "0" ? [] : [`${unexplained} is unexplained`]),
    ...alerts.map(({ line }) => `alert: ${line}`),
  ];
}

/** Whether something is under way, or the next round reads an address again. It costs less to find out than all that {@link left} says. */
async function hasOpen({ ownerDb }: Universe): Promise<boolean> {
  const { rows } = await sql`
    select from withdrawals where state in ('REQUESTED', 'SIGNED', 'SENT')
    union all select from alerts where kind = 'unexplained_balance' and closed_at is null
    union all select from payment_attempts where state in ('SIGNED', 'SENT', 'REPLACED') limit 1`.execute(ownerDb);
  return rows.length > 0;
}

/** Whether withdrawals wait for SOL. */
async function isShort({ ownerDb }: Universe): Promise<boolean> {
  const { rows } = await sql`
    select from alerts where kind in ('cold_funds_needed', 'hot_wallet_short') and closed_at is null`.execute(ownerDb);
  return rows.length > 0;
}

/** The operator does as the alert says, and deposits are swept. */
async function fillHotWallet(universe: Universe): Promise<void> {
  const { view, processes, hot } = universe;
  const address = COLD.publicKey.toBase58();
  view.follow([address]);
  await view.refresh();
  const rest = view.balance(address) - LEFT_IN_COLD;
  if (rest > 0n) await universe.payFromCold(hot, rest);
  await JOBS.sweeps?.(processes[0]);
}

/** Everyone has what came to their address, less what they sold. */
function* members({ people }: Universe, books: Books): Generator<string> {
  for (const { id, name } of people) {
    const balance = balanceIn(books, "member", id);
    const wanted = boughtAndSold(books, id);
    if (balance !== wanted) yield `${name} has ${balance} instead of ${wanted}`;
  }
}
