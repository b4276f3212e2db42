import { drawMemberId } from "@bbux/api";
import { cancelWithdrawal, resumeWithdrawals, stopWithdrawals } from "@bbux/api/operator";
import { formatAmount } from "@bbux/contract";
import type { Random } from "@bbux/db/testing/form";
import { FAULTS, type FaultName } from "../money/faults.ts";
import { expected } from "./expected.ts";
import { start } from "./jobs.ts";
import type { Process } from "./process.ts";
import type { Universe } from "./universe.ts";

const SOL = 1_000_000_000n;

export async function arrive(universe: Universe, random: Random): Promise<void> {
  const to = random.chance(90) ? random.one(universe.people).address : universe.hot;
  await universe.pay([{ to, lamports: BigInt(1 + random.next(40)) * (SOL / 10n) }]);
  if (random.chance(70)) return;
  // Both find it at the same time.
  universe.pass(3, 6);
  for (const process of universe.processes) start(universe, process, "watch");
}

export function withdraw(universe: Universe, random: Random): void {
  const [process, person] = [random.one(universe.processes), random.one(universe.people)];
  const amount = formatAmount((BigInt(1 + random.next(30)) * SOL) / 10n);
  const destinationAddress = universe.freshAddress();
  universe.schedule.start(process.name, "withdraw", () =>
    universe.as(person, process).wallet.withdraw({ amount, destinationAddress }),
  );
}

export async function sell(universe: Universe, process: Process, random: Random): Promise<void> {
  const amount = formatAmount((BigInt(1 + random.next(10)) * SOL) / 10n);
  const person = universe.as(random.one(universe.people), process);
  await person.wallet.withdraw({ amount, destinationAddress: universe.freshAddress() }).catch(expected);
}

export async function cancel(universe: Universe, random: Random): Promise<void> {
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

export async function bringBack(universe: Universe, random: Random): Promise<void> {
  const to = random.chance(60) ? universe.hot : random.one(universe.people).address;
  await universe.payFromCold(to, BigInt(1 + random.next(20)) * (SOL / 10n));
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

export function fault(universe: Universe, random: Random): void {
  const process = random.one(universe.processes);
  const chosen = random.one(random.chance(50) ? WORST : FAULT_NAMES);
  process.forgetful = random.chance(25);
  universe.schedule.trace.push(process.forgetful ? "  forgetful" : `  ${chosen}`);
  process.node.faults(
    process.forgetful ? [] : FAULTS[chosen]({ open: 1 + random.next(3), members: universe.people.length }),
  );
}

export function signer(universe: Universe, random: Random): void {
  random.one(universe.processes).signer = random.chance(50) ? "down" : "killed";
}

export function skew(universe: Universe, random: Random): void {
  random.one(universe.processes).skew = (random.next(600) - 300) * 1_000;
}

/** What was ever sent may land at any time: nodes keep it, and anyone can send it again. */
export async function deliver(universe: Universe, random: Random): Promise<void> {
  const sent = [...universe.sent.values()];
  if (sent.length > 0) await universe.truth.send(random.one(sent));
}

/** A member's address derives from their id: one that is given out twice would have two owners. */
export async function join(universe: Universe): Promise<void> {
  const id = await drawMemberId(universe);
  if (universe.ids.has(id)) universe.schedule.errors.push(`the id ${id} was given out twice`);
  universe.ids.add(id);
}

export async function emergency(universe: Universe, random: Random): Promise<void> {
  const { services } = random.one(universe.processes);
  if (random.chance(30)) await stopWithdrawals(services, "to see what happens");
  else await resumeWithdrawals(services);
}
