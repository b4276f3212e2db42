import { AppError, planSweeps, processPayments, scanHotWallet, watchRound } from "@bbux/api";
import { cancelWithdrawal, measureReserves, resumeWithdrawals, stopWithdrawals } from "@bbux/api/operator";
import { ChainError } from "@bbux/chain";
import { formatAmount } from "@bbux/contract";
import { sql } from "kysely";
import { type Books, balanceIn, isOpen, sum } from "../money/books.ts";
import { FAULTS } from "../money/faults.ts";
import { examine, unbooked } from "../money/invariants.ts";
import { freshAddress } from "../money/outside.ts";
import type { Random, Schedule } from "./schedule.ts";
import type { Process, Universe } from "./universe.ts";

const SOL = 1_000_000_000n;
const ROUNDS = 40;

const JOBS: Record<string, (process: Process) => Promise<unknown>> = {
  payments: ({ services }) => processPayments(services),
  watch: ({ services }) =>
    watchRound(
      services,
      async () => undefined,
      async () => true,
    ),
  scan: ({ services }) => scanHotWallet(services),
  sweeps: ({ services }) => planSweeps(services),
};

type Act = (universe: Universe, random: Random) => Promise<unknown> | unknown;

/** What may happen, and how often. */
const ACTS = (
  [
    [30, "job", job],
    [10, "payment arrives", arrive],
    [10, "withdrawal", withdraw],
    [2, "cancellation", cancel],
    [8, "node's fault", fault],
    [4, "node recovers", (universe, random) => random.one(universe.processes).node.faults([])],
    [12, "slots", (universe, random) => universe.pass(1, 1 + random.next(20))],
    [4, "minutes", (universe, random) => universe.pass(20 + random.next(200), 60)],
    [2, "clock skew", skew],
    [3, "crash", (universe, random) => universe.restart(random.one(universe.processes))],
    [2, "invented deposit", invent],
    [2, "emergency stop", emergency],
    [2, "backup", (universe) => universe.backUp()],
    [2, "restored backup", (universe) => universe.restore()],
  ] satisfies readonly (readonly [number, string, Act])[]
).flatMap(([weight, name, act]) => Array.from({ length: weight }, (): [string, Act] => [name, act]));

/** Plays one seed: some members' and operators' acts, with everything else that goes wrong between them. */
export async function play(universe: Universe, random: Random, acts: number): Promise<void> {
  for (let nth = 0; nth < acts; nth++) {
    const [name, act] = random.one(ACTS);
    universe.schedule.trace.push(`* ${name}`);
    await act(universe, random);
    for (let steps = random.next(12); steps > 0 && (await universe.schedule.step(random)); steps--);
  }
  while (await universe.schedule.step(random));
}

function job(universe: Universe, random: Random): void {
  const process = random.one(universe.processes);
  const name = random.one(Object.keys(JOBS));
  if (universe.schedule.isRunning(process.name, name)) return;
  universe.schedule.start(process.name, name, async () => JOBS[name]?.(process));
}

async function arrive(universe: Universe, random: Random): Promise<void> {
  const to = random.chance(90) ? random.one(universe.people).address : universe.hot;
  await universe.pay([{ to, lamports: BigInt(1 + random.next(40)) * (SOL / 10n) }]);
}

function withdraw(universe: Universe, random: Random): void {
  const [process, person] = [random.one(universe.processes), random.one(universe.people)];
  const amount = formatAmount((BigInt(1 + random.next(30)) * SOL) / 10n);
  const destinationAddress = freshAddress();
  universe.schedule.start(process.name, "withdraw", () =>
    universe.as(person, process).wallet.withdraw({ amount, destinationAddress }),
  );
}

async function cancel(universe: Universe, random: Random): Promise<void> {
  const open = await universe.ownerDb
    .selectFrom("withdrawals")
    .select("id")
    .where("state", "in", ["REQUESTED", "SIGNED", "SENT"])
    .orderBy("id")
    .execute();
  if (open.length === 0) return;
  const { id } = random.one(open);
  await cancelWithdrawal(random.one(universe.processes).services, id, "Asked by the member").catch(expected);
}

function fault(universe: Universe, random: Random): void {
  const names = Object.keys(FAULTS) as (keyof typeof FAULTS)[];
  // What hangs would take real time.
  const chosen = random.one(names.filter((name) => !/hang|Hang/.test(name)));
  universe.schedule.trace.push(`  ${chosen}`);
  random.one(universe.processes).node.faults(FAULTS[chosen]({ open: 1 + random.next(3), members: 3 }));
}

function skew(universe: Universe, random: Random): void {
  random.one(universe.processes).skew = (random.next(600) - 300) * 1_000;
}

/** A node shows a deposit that never happened. Only a second one could tell. */
async function invent(universe: Universe, random: Random): Promise<void> {
  const [process, person] = [random.one(universe.processes), random.one(universe.people)];
  if (!process.services.witness) return;
  const { slot } = await universe.truth.finalizedHeight();
  const signature = [...random.bytes(64)].map((byte) => "123456789ABCDEFGH"[byte % 17]).join("");
  process.invented.set(signature, {
    signature,
    slot,
    blockTime: null,
    failed: false,
    fee: 5_000n,
    feePayer: universe.outsider.address,
    signers: [universe.outsider.address],
    recentBlockhash: freshAddress(),
    memos: [],
    changes: new Map([[person.address, 7n * SOL]]),
  });
  universe.schedule.start(process.name, "confirm", () =>
    universe.as(person, process).wallet.confirmDeposit({ signature }),
  );
}

async function emergency(universe: Universe, random: Random): Promise<void> {
  const { services } = random.one(universe.processes);
  if (random.chance(50)) await stopWithdrawals(services, "to see what happens");
  else await resumeWithdrawals(services);
}

/** What members are told, and what nodes fail with. */
export function expected(error: unknown): void {
  const cause = error instanceof Error && error.name === "TRPCError" ? error.cause : error;
  if (!(cause instanceof ChainError || cause instanceof AppError)) throw error;
}

/** Ends all faults and works until nothing is left. @returns what is wrong then, as sentences */
export async function settle(universe: Universe, schedule: Schedule): Promise<string[]> {
  for (const process of universe.processes) {
    process.node.faults([]);
    process.skew = 0;
    process.invented.clear();
  }
  await resumeWithdrawals(universe.processes[0]?.services ?? raise("no process"));
  let found: { books: Books; problems: string[] } | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    universe.pass(31, 6);
    for (const process of universe.processes) {
      for (const work of Object.values(JOBS)) await work(process).catch(expected);
    }
    found = await examine(universe.ownerDb, universe.view, universe.hot);
    if (round > 1 && left(universe, found.books).length === 0) break;
  }
  if (!found) return ["nothing was examined"];
  const { unexplained } = await measureReserves(universe.processes[0]?.services ?? raise("no process"));
  const { rows: alerts } = await sql<{ line: string }>`
    select kind || ' ' || subject || ': ' || detail as line from alerts
     where closed_at is null and kind not in ('unclaimed_deposit', 'nodes_disagree') order by id`.execute(
    universe.ownerDb,
  );
  return [
    ...schedule.errors.filter((error) => !isExpected(error)).map((error) => `a task failed: ${error}`),
    ...found.problems,
    ...left(universe, found.books).map((what) => `left: ${what}`),
    ...members(universe, found.books),
    ...(unexplained === "0" ? [] : [`${unexplained} is unexplained`]),
    ...alerts.map(({ line }) => `alert: ${line}`),
  ];
}

function isExpected(error: unknown): boolean {
  try {
    expected(error);
    return true;
  } catch {
    return false;
  }
}

function raise(what: string): never {
  throw new Error(what);
}

function left({ view, people, hot }: Universe, books: Books): string[] {
  return [
    ...books.withdrawals.filter(isOpen).map(({ id, state }) => `withdrawal ${id} ${state}`),
    ...books.attempts.filter(isOpen).map(({ signature }) => `attempt ${signature}`),
    ...[hot, ...people.map(({ address }) => address)]
      .flatMap((address) => unbooked(books, view, address))
      .map((signature) => `not credited: ${signature}`),
  ];
}

/** Everyone has what came to their address, less what they sold. */
function* members({ people }: Universe, books: Books): Generator<string> {
  for (const { id, name } of people) {
    const own = <T extends { user: string }>(list: readonly T[]) => list.filter(({ user }) => user === id);
    const came = sum(own(books.deposits).map(({ amount }) => amount));
    const sold = sum(own(books.withdrawals).map(({ state, amount }) => (state === "REFUNDED" ? 0n : amount)));
    const balance = balanceIn(books, "member", id);
    if (balance !== came - sold) yield `${name} has ${balance} instead of ${came - sold}`;
  }
}
