import {
  planCold,
  planSweeps,
  processPayments,
  recheckWaiting,
  registerColdWallet,
  scanColdWallets,
  scanHotWallet,
  watchRound,
} from "@bbux/api";
import { cancelWithdrawal, resumeWithdrawals, stopWithdrawals } from "@bbux/api/operator";
import { formatAmount } from "@bbux/contract";
import { sql } from "kysely";
import { FAULTS, type FaultName } from "../money/faults.ts";
import { abuse } from "./abuse.ts";
import { expected } from "./expected.ts";
import { lie } from "./lies.ts";
import { heal, type Process } from "./process.ts";
import type { Random } from "./schedule.ts";
import type { Universe } from "./universe.ts";

const SOL = 1_000_000_000n;

export const JOBS: Record<string, (process: Process) => Promise<unknown>> = {
  payments: ({ services }) => processPayments(services),
  watch: ({ services }) =>
    watchRound(
      services,
      async () => undefined,
      async () => true,
    ),
  recheck: ({ services }) => recheckWaiting(services),
  scan: ({ services }) => scanHotWallet(services),
  sweeps: ({ services }) => planSweeps(services),
  async cold({ services }) {
    await registerColdWallet(services);
    await scanColdWallets(services);
  },
  ceiling: ({ services }) => planCold(services),
};
/** What is done again and again; sweeps and moves that were begun are ended, and no others begun, because they take most of the time. */
export const ROUND = ["payments", "watch", "recheck", "scan", "cold"];
/** Half of the work is payments, where most can go wrong. */
const WORK = [
  ...Array.from({ length: 7 }, () => "payments"),
  "watch",
  "watch",
  "recheck",
  "scan",
  "sweeps",
  "cold",
  "ceiling",
];

type Act = (universe: Universe, random: Random) => Promise<unknown> | unknown;

/** What may happen, and how often. */
export const ACTS = (
  [
    [24, "job", job],
    [6, "payment arrives", arrive],
    [10, "withdrawal", withdraw],
    [5, "cancellation", cancel],
    [8, "node's fault", fault],
    [4, "node's lie", lie],
    [3, "signer's fault", signer],
    [5, "process recovers", (universe, random) => heal(random.one(universe.processes))],
    [8, "slots", (universe, random) => universe.pass(1, 1 + random.next(12))],
    [4, "minutes", (universe, random) => universe.pass(20 + random.next(200), 60)],
    [1, "clock skew", skew],
    [2, "crash", (universe, random) => universe.restart(random.one(universe.processes))],
    [3, "late delivery", deliver],
    [1, "new member", join],
    [2, "abuse", abuse],
    [2, "emergency stop", emergency],
    [2, "backup", (universe) => universe.backUp()],
    [2, "restored backup", (universe, random) => universe.restore(random.one(universe.kept))],
    [1, "promoted replica", (universe, random) => universe.promote(random.one(universe.kept))],
    [8, "payment", pay],
    [6, "forgotten payment", forget],
    [4, "forgotten deposit", forgetDeposit],
    [3, "move to the cold wallet", moveToCold],
    [2, "SOL from the cold wallet", bringBack],
    [5, "work goes on", work],
    [1, "signer restarts", (universe) => universe.restartSigner()],
    [5, "payment that is held back", holdBack],
  ] satisfies readonly (readonly [number, string, Act])[]
).flatMap(([weight, name, act]) => Array.from({ length: weight }, (): [string, Act] => [name, act]));

function job(universe: Universe, random: Random): void {
  const process = random.one(universe.workers);
  const name = random.one(WORK);
  if (universe.schedule.isRunning(process.name, name)) return;
  universe.schedule.start(process.name, name, async () => JOBS[name]?.(process));
}

/** All jobs run for a while, whatever is wrong, so that books also find out from nodes that fail. */
async function work(universe: Universe, random: Random): Promise<void> {
  const process = random.one(universe.processes);
  for (let round = 2 + random.next(4); round > 0; round--) {
    universe.pass(31, 6);
    for (const name of ROUND) await JOBS[name]?.(process).catch(expected);
  }
}

async function arrive(universe: Universe, random: Random): Promise<void> {
  const to = random.chance(90) ? random.one(universe.people).address : universe.hot;
  await universe.pay([{ to, lamports: BigInt(1 + random.next(40)) * (SOL / 10n) }]);
}

function withdraw(universe: Universe, random: Random): void {
  const [process, person] = [random.one(universe.processes), random.one(universe.people)];
  const amount = formatAmount((BigInt(1 + random.next(30)) * SOL) / 10n);
  const destinationAddress = universe.freshAddress();
  universe.schedule.start(process.name, "withdraw", () =>
    universe.as(person, process).wallet.withdraw({ amount, destinationAddress }),
  );
}

/** A withdrawal is asked for and signed, and nothing else happens in between. */
async function pay(universe: Universe, random: Random): Promise<void> {
  const process = random.one(universe.processes);
  await sell(universe, process, random);
  await JOBS.payments?.(process).catch(expected);
}

/** What was just paid is forgotten, and the node may be one that doesn't know of it. */
async function forget(universe: Universe, random: Random): Promise<void> {
  const [process] = universe.processes;
  const isAsked = random.chance(60);
  if (isAsked) await sell(universe, process, random);
  await universe.backUp();
  if (!isAsked) await sell(universe, process, random);
  await JOBS.payments?.(process).catch(expected);
  universe.pass(1, random.next(6));
  await lose(universe, random);
  if (random.chance(40)) fault(universe, random);
  if (random.chance(30)) await cancel(universe, random);
}

/** What arrived is credited, swept, and forgotten. */
async function forgetDeposit(universe: Universe, random: Random): Promise<void> {
  const [process] = universe.processes;
  await universe.backUp();
  await arrive(universe, random);
  universe.pass(3, 6);
  for (const name of ["watch", "sweeps", "payments"]) await JOBS[name]?.(process).catch(expected);
  if (random.chance(50)) await pay(universe, random);
  universe.pass(1, random.next(6));
  await lose(universe, random);
}

/** What is above the ceiling is moved, and may be forgotten. */
async function moveToCold(universe: Universe, random: Random): Promise<void> {
  const process = random.one(universe.processes);
  await universe.backUp();
  for (const name of ["scan", "cold", "ceiling", "payments"]) await JOBS[name]?.(process).catch(expected);
  universe.pass(1, random.next(6));
  if (random.chance(50)) await lose(universe, random);
}

async function bringBack(universe: Universe, random: Random): Promise<void> {
  const to = random.chance(80) ? universe.hot : random.one(universe.people).address;
  await universe.payFromCold(to, BigInt(1 + random.next(20)) * (SOL / 10n));
}

async function lose(universe: Universe, random: Random): Promise<void> {
  const contents = universe.kept.at(-1) ?? "";
  await join(universe);
  await (random.chance(65) ? universe.restore(contents) : universe.promote(contents));
  await join(universe);
}

/** Nodes keep a payment to themselves until it is replaced or given up, and someone sends it then. */
async function holdBack(universe: Universe, random: Random): Promise<void> {
  for (const { node } of universe.processes) node.faults(FAULTS.swallowing());
  await pay(universe, random);
  const held = [...universe.sent.values()].at(-1);
  universe.pass(61 + random.next(60), 6);
  await JOBS.payments?.(random.one(universe.processes)).catch(expected);
  if (random.chance(50)) await cancel(universe, random);
  for (const process of universe.processes) heal(process);
  await JOBS.payments?.(random.one(universe.processes)).catch(expected);
  if (random.chance(50)) universe.pass(3, 6);
  if (held) await universe.truth.send(held);
}

async function sell(universe: Universe, process: Process, random: Random): Promise<void> {
  const amount = formatAmount((BigInt(1 + random.next(10)) * SOL) / 10n);
  const person = universe.as(random.one(universe.people), process);
  await person.wallet.withdraw({ amount, destinationAddress: universe.freshAddress() }).catch(expected);
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

/** What hangs would take real time. */
const FAULT_NAMES = (Object.keys(FAULTS) as FaultName[]).filter((name) => !/hang|Hang/.test(name));
/** From these, payments were once made twice. */
const WORST: readonly FaultName[] = [
  "listsEmpty",
  "listsOfOne",
  "staleLists",
  "staleTransactions",
  "staleButForTheHeight",
  "swallowing",
  "landingSilently",
  "landingFailed",
];

function fault(universe: Universe, random: Random): void {
  const process = random.one(universe.processes);
  const chosen = random.one(random.chance(50) ? WORST : FAULT_NAMES);
  process.forgetful = random.chance(25);
  universe.schedule.trace.push(process.forgetful ? "  forgetful" : `  ${chosen}`);
  process.node.faults(
    process.forgetful ? [] : FAULTS[chosen]({ open: 1 + random.next(3), members: universe.people.length }),
  );
}

function signer(universe: Universe, random: Random): void {
  random.one(universe.processes).signer = random.chance(50) ? "down" : "killed";
}

function skew(universe: Universe, random: Random): void {
  random.one(universe.processes).skew = (random.next(600) - 300) * 1_000;
}

/** What was ever sent may land at any time: nodes keep it, and anyone can send it again. */
async function deliver(universe: Universe, random: Random): Promise<void> {
  const sent = [...universe.sent.values()];
  if (sent.length > 0) await universe.truth.send(random.one(sent));
}

/** Members' addresses derive from ids, so an id that is given out twice is an address with two owners. */
async function join(universe: Universe): Promise<void> {
  const { rows } = await sql<{ id: string }>`select nextval('ids')::text as id`.execute(universe.db);
  const id = rows[0]?.id ?? "";
  if (universe.ids.has(id)) universe.schedule.errors.push(`the id ${id} was given out twice`);
  universe.ids.add(id);
}

async function emergency(universe: Universe, random: Random): Promise<void> {
  const { services } = random.one(universe.processes);
  if (random.chance(30)) await stopWithdrawals(services, "to see what happens");
  else await resumeWithdrawals(services);
}
