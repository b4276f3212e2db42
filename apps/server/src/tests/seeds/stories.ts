import type { Random } from "@bbux/db/testing/form";
import { FAULTS } from "../money/faults.ts";
import { expected } from "./expected.ts";
import { JOBS, ROUND, start } from "./jobs.ts";
import { lie } from "./lies.ts";
import { heal } from "./process.ts";
import { arrive, cancel, fault, join, sell } from "./steps.ts";
import type { Universe } from "./universe.ts";

// What random steps rarely do one after the other.

const SOL = 1_000_000_000n;

/** All jobs run for a while, whatever is wrong, so that books also find out from nodes that fail. */
export async function work(universe: Universe, random: Random): Promise<void> {
  const process = random.one(universe.processes);
  for (let round = 2 + random.next(4); round > 0; round--) {
    universe.pass(31, 6);
    for (const name of ROUND) await JOBS[name]?.(process).catch(expected);
  }
}

/** A withdrawal is asked for and signed, and nothing else happens in between. */
export async function pay(universe: Universe, random: Random): Promise<void> {
  const process = random.one(universe.processes);
  await sell(universe, process, random);
  await JOBS.payments?.(process).catch(expected);
}

/** A node says what isn't so about what happens then. */
export async function beDeceived(universe: Universe, random: Random): Promise<void> {
  const process = lie(universe, random);
  if (!process) return;
  await arrive(universe, random);
  await sell(universe, process, random);
  await JOBS.payments?.(process).catch(expected);
  universe.pass(3, 6);
  for (const name of ["watch", "payments"]) await JOBS[name]?.(process).catch(expected);
}

/** What was just paid is forgotten, and the node may be one that doesn't know of it. */
export async function forget(universe: Universe, random: Random): Promise<void> {
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
export async function forgetDeposit(universe: Universe, random: Random): Promise<void> {
  const [process] = universe.processes;
  await universe.backUp();
  await arrive(universe, random);
  universe.pass(3, 6);
  if (random.chance(20)) process.node.faults(FAULTS.landingFailed());
  for (const name of ["watch", "sweeps", "payments"]) await JOBS[name]?.(process).catch(expected);
  if (random.chance(50)) await pay(universe, random);
  universe.pass(1, random.next(6));
  await lose(universe, random);
}

/** What is above the ceiling is moved, and may be forgotten. */
export async function moveToCold(universe: Universe, random: Random): Promise<void> {
  const process = random.one(universe.processes);
  await universe.backUp();
  for (const name of ["scan", "cold", "ceiling", "payments"]) await JOBS[name]?.(process).catch(expected);
  universe.pass(1, random.next(6));
  if (random.chance(50)) await lose(universe, random);
}

async function lose(universe: Universe, random: Random): Promise<void> {
  const contents = universe.kept.at(-1) ?? "";
  await join(universe);
  const how = random.next(10);
  if (how < 5) await universe.restore(contents);
  else if (how < 8) await universe.promote(contents);
  else await universe.failOver(contents);
  await join(universe);
}

/** Where a worker may be paused while another does the same. */
const PAUSES = ["simulate", "simulate", "sweep answered", "pay answered", "send", "fence", "balances", "transaction"];

/** A worker is paused in the middle of a payment or sweep, and another makes it. */
export async function pause(universe: Universe, random: Random): Promise<void> {
  const { schedule, processes } = universe;
  const [slow, fast] = random.chance(50) ? processes : [processes[1], processes[0]];
  if (random.chance(50)) {
    await arrive(universe, random);
    universe.pass(3, 6);
    for (const name of ["watch", "sweeps"]) await JOBS[name]?.(fast).catch(expected);
  } else await sell(universe, fast, random);
  start(universe, slow, "payments");
  await schedule.alone(slow.name, random.one(PAUSES));
  for (let pass = 1 + random.next(2); pass > 0; pass--) {
    await JOBS.payments?.(fast).catch(expected);
    universe.pass(3, 6);
  }
}

/** Steps of tasks before a replica takes over. */
const MOST_STEPS = 16;

/** A payment lands, and a replica that has never heard of it takes over while processes read what happened. */
export async function failOver(universe: Universe, random: Random): Promise<void> {
  const [first, second] = universe.processes;
  const isAsked = random.chance(60);
  if (isAsked) await sell(universe, first, random);
  await universe.backUp();
  const contents = universe.kept.at(-1) ?? "";
  if (!isAsked) await sell(universe, first, random);
  await JOBS.payments?.(first).catch(expected);
  await universe.pay([{ to: universe.hot, lamports: SOL / 10n }]);
  universe.pass(3, 6);
  for (const name of ["scan", "payments", "watch"]) if (random.chance(60)) start(universe, second, name);
  for (let steps = random.next(MOST_STEPS); steps > 0 && (await universe.goOn(random)); steps--);
  await universe.failOver(contents);
  await join(universe);
}

/** A replica takes over, and members still sell at a process that works on the old primary. */
export async function promote(universe: Universe, random: Random): Promise<void> {
  await universe.promote(random.one(universe.kept));
  const old = universe.workers.at(2);
  if (!old || random.chance(30)) return;
  if (random.chance(70)) await sell(universe, old, random);
  for (let pass = 1 + random.next(3); pass > 0; pass--) {
    await JOBS.payments?.(random.one(universe.processes)).catch(expected);
    universe.pass(2, 6);
  }
  await JOBS.payments?.(old).catch(expected);
}

/** Nodes keep a payment to themselves until it is replaced or given up, and someone sends it then. */
export async function holdBack(universe: Universe, random: Random): Promise<void> {
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
