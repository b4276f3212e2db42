import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../launch/children.mjs";
import { toolEnv } from "../../launch/toolchain.mjs";
import type { Fault } from "./fault.ts";
import { changesOf, escaped, fileEnding } from "./locate.ts";
import type { Scratch } from "./scratch.ts";
import { SCHEMA_KEY, SERVER_URL, type Server } from "./server.ts";
import { type FailedTest, fromOutput, fromReport, NOTHING_RAN, type Report, type Verdict } from "./verdict.ts";

/** Those among which the faults of the area `seeds` name the lowest. */
const ALL_SEEDS = Array.from({ length: 300 }, (_, nth) => nth + 1).join(",");

type Env = Readonly<Record<string, string>>;

const GATE: Env = { BBUX_TIER: "gate" };
/** The seeds that a fault names, instead of fresh ones. */
const PROOFS: Env = { BBUX_TIER: "all", BBUX_REPEATS: "on" };

/** Where faults are tried, one after the other. */
export interface Bench {
  readonly scratch: Scratch;
  readonly server: Server;
}

/** Applies a fault to the copy, runs the tests, and reverts it. */
export async function tryFault(bench: Bench, fault: Fault, mode: "named" | "changed"): Promise<Verdict> {
  const { dir, files } = bench.scratch;
  const changes = changesOf(fault, files, dir);
  for (const { file, after } of changes) writeFileSync(join(dir, file), after);
  try {
    if (mode === "changed") return await runChanged(dir);
    const isSchema = changes.some(({ file }) => file.includes("/migrations/"));
    const schema = isSchema ? fault.id : "unchanged";
    const verdict = await runNamed(bench, fault, schema, GATE);
    if (verdict.caught) return { ...verdict, inGate: true };
    return await runNamed(bench, fault, schema, PROOFS);
  } finally {
    for (const { file, before } of changes) writeFileSync(join(dir, file), before);
  }
}

async function runNamed(bench: Bench, fault: Fault, schema: string, tier: Env): Promise<Verdict> {
  const tests = [fileEnding(bench.scratch.files, fault.caught), "--bail=1"];
  const titled = fault.title === undefined ? tests : [...tests, "--testNamePattern", escaped(fault.title)];
  if (fault.seed !== undefined) {
    const { report, code } = await vitest(bench, schema, titled, { ...tier, BBUX_SEED: String(fault.seed) });
    const verdict = fromReport(report, code);
    if (verdict.caught || tier === GATE) return verdict;
  }
  const env = { ...tier, ...(fault.seed !== undefined && { BBUX_SEED: ALL_SEEDS }) };
  if (fault.title !== undefined) {
    const { report, code } = await vitest(bench, schema, titled, env);
    const verdict = fromReport(report, code);
    if (verdict.caught || verdict.why !== NOTHING_RAN) return verdict;
  }
  const { report, code } = await vitest(bench, schema, tests, env);
  return fromReport(report, code);
}

/** Runs without the browser, because every fault is caught before one is needed. */
async function runChanged(dir: string): Promise<Verdict> {
  const { code, output } = await run(
    "npm",
    ["run", "--silent", "test:changed", "--", "--since", "HEAD", "--no-browser", "--bail"],
    {
      cwd: dir,
      env: { ...toolEnv(), CI: "true" },
      capture: true,
    },
  );
  return fromOutput(output, code);
}

/**
 * Runs failed tests again without a fault: they must pass, or their failure proved nothing. Of those that play seeds, only the ones
 * that failed are played.
 * @returns why they prove nothing, or null
 */
export async function rerunClean(bench: Bench, tests: readonly FailedTest[]): Promise<string | null> {
  const played = tests.filter(({ seed }) => seed !== undefined);
  const others = tests.filter(({ seed }) => seed === undefined);
  const seeds = [...new Set(played.map(({ seed }) => seed))].join(",");
  const doubts = [await rerun(bench, others, {}), await rerun(bench, played, { BBUX_SEED: seeds })].filter(
    (doubt) => doubt !== null,
  );
  return doubts.length > 0 ? doubts.join("\n") : null;
}

async function rerun(bench: Bench, tests: readonly FailedTest[], env: Env): Promise<string | null> {
  if (tests.length === 0) return null;
  const paths = [...new Set(tests.map(({ file }) => file))];
  const titles = [...new Set(tests.map(({ title }) => title))];
  const pattern = `^(?:${titles.map(escaped).join("|")})$`;
  const { report, code } = await vitest(bench, "unchanged", [...paths, "--testNamePattern", pattern], {
    ...PROOFS,
    ...env,
  });
  const verdict = fromReport(report, code);
  if (verdict.caught) return verdict.tests.map(({ file, title }) => `${file} > ${title}`).join("\n");
  const passed = report?.numPassedTests ?? 0;
  if (passed < titles.length) return `${passed} of ${titles.length} were found. ${verdict.why}`;
  return verdict.why === "SURVIVED" ? null : verdict.why;
}

async function vitest({ scratch, server }: Bench, schema: string, args: readonly string[], env: Env) {
  const file = join(scratch.dir, "node_modules", "faults-report.json");
  rmSync(file, { force: true });
  const { code } = await run(
    join(scratch.dir, "node_modules", ".bin", "vitest"),
    [
      ...["run", "--root", scratch.dir, "--config", join(scratch.dir, "tooling", "faults", "vitest.config.ts")],
      ...["--reporter=json", `--outputFile.json=${file}`, ...args],
    ],
    { cwd: scratch.dir, env: { ...toolEnv(), [SERVER_URL]: server.url, [SCHEMA_KEY]: schema, ...env }, capture: true },
  );
  return { report: read(file), code };
}

function read(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    return undefined;
  }
}
