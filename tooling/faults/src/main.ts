// npm run test:faults: applies deliberate mistakes one by one to a copy of the checkout, and checks that tests catch
// each.
import { parseArgs } from "node:util";
import { interrupt } from "../../launch/children.mjs";
import { elapsed, giveUp, green, heading, red } from "../../launch/progress.mjs";
import { ensureInstalled } from "../../launch/toolchain.mjs";
import { AREAS, type PlacedFault } from "./fault.ts";
import { faults } from "./faults.ts";
import { type Bench, rerunClean, tryFault } from "./runs.ts";
import { commitAll, makeScratch, removeLeftovers, type Scratch } from "./scratch.ts";
import { startServer } from "./server.ts";
import type { FailedTest, Verdict } from "./verdict.ts";

const USAGE = `Usage: npm run test:faults -- [options]
  --only ID…       these faults
  --area NAME      the faults of one area: ${AREAS.join(", ")}
  --changed        judge by \`npm run test:changed\` instead of by the test that each fault names
  --workers N      copies to work in side by side (2)
  --list           name the faults and stop`;

/** How many of all faults the gate has to catch; the rest may be left to proofs. */
const GATE_SHARE = 0.9;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", multiple: true },
    area: { type: "string", multiple: true },
    changed: { type: "boolean", default: false },
    workers: { type: "string", default: "2" },
    list: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(0);
}

const chosen = choose();
if (values.list) {
  for (const { area, id, file, caught } of chosen) process.stdout.write(`${area}  ${id}: ${file}, by ${caught}\n`);
  process.exit(0);
}

// The copies share its packages, and must find nothing to install.
await ensureInstalled();
removeLeftovers();
const benches: Bench[] = [];
let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    interrupted = true;
    interrupt();
  });

const from = Date.now();
const mode = values.changed ? "changed" : "named";
const survivors: string[] = [];
const noticed: FailedTest[] = [];
let byGate = 0;
const waiting = [...chosen];
const workers = Math.min(Math.max(1, Number(values.workers) || 1), chosen.length);
try {
  await Promise.all(Array.from({ length: workers }, work));
  if (!interrupted) await close();
} finally {
  for (const { scratch, server } of benches) {
    await server.stop();
    scratch.remove();
  }
}
if (interrupted) process.exit(130);

async function work(): Promise<void> {
  const server = await startServer();
  const scratch = makeScratch();
  const bench = { scratch, server };
  benches.push(bench);
  if (mode === "changed") commitAll(scratch);
  for (let fault = waiting.shift(); fault && !interrupted; fault = waiting.shift()) {
    const begun = Date.now();
    const verdict = await tryFault(bench, fault, mode).catch(
      (error: unknown): Verdict => ({
        caught: false,
        why: `BROKEN: ${error instanceof Error ? error.message : error}`,
      }),
    );
    if (!interrupted) say(fault, verdict, scratch, begun);
  }
}

function say({ area, id }: PlacedFault, verdict: Verdict, { dir }: Scratch, begun: number): void {
  const tests = verdict.caught ? verdict.tests : [];
  const found = tests.map((test) => ({ ...test, file: test.file.replace(`${dir}/`, "") }));
  noticed.push(...found);
  if (!verdict.caught) survivors.push(id);
  if (verdict.caught && verdict.inGate) byGate += 1;
  const [first] = found;
  const by = first?.seed === undefined ? first?.title : `seed ${first.seed}`;
  const tier = verdict.caught && mode === "named" ? ` (${verdict.inGate ? "gate" : "proofs"})` : "";
  const told = verdict.caught ? `caught${tier} by ${first?.file} > ${by}` : verdict.why;
  process.stdout.write(`${verdict.caught ? green("✓") : red("✗")} ${area} ${id} (${elapsed(begun)}): ${told}\n`);
}

/** A test that also fails without a fault hasn't caught anything. */
async function close(): Promise<void> {
  const [bench] = benches;
  const isNamed = mode === "named" && noticed.length > 0;
  const doubt = bench && isNamed ? await rerunClean(bench, noticed) : null;
  if (doubt !== null) process.stdout.write(`${red("✗")} these fail even without a fault:\n${doubt}\n`);
  else if (isNamed) process.stdout.write(`${green("✓")} the same tests pass without a fault\n`);
  const gate = isNamed ? `, ${byGate} of them by the gate` : "";
  heading(`${chosen.length - survivors.length} of ${chosen.length} caught${gate} (${elapsed(from)})`);
  for (const id of survivors) process.stdout.write(`${red("✗")} ${id}\n`);
  const isEnough = !isNamed || chosen.length < faults.length || byGate >= GATE_SHARE * chosen.length;
  if (!isEnough) process.stdout.write(`${red("✗")} the gate has to catch ${100 * GATE_SHARE}% of them\n`);
  process.exitCode = survivors.length === 0 && doubt === null && isEnough ? 0 : 1;
}

function choose(): readonly PlacedFault[] {
  const ids = [...(values.only ?? []).flatMap((list) => list.split(",")), ...positionals];
  const known = new Set(faults.map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  const areas: readonly string[] = values.area ?? [];
  const strange = areas.filter((area) => !AREAS.some((name) => name === area));
  if (unknown.length > 0 || strange.length > 0) giveUp(`Unknown: ${[...unknown, ...strange].join(", ")}.\n${USAGE}`);
  return faults.filter(
    ({ id, area }) => (ids.length === 0 || ids.includes(id)) && (areas.length === 0 || areas.includes(area)),
  );
}
