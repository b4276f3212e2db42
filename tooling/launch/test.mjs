// npm test: the gate. The same setup as npm start, then style, types, and the tests that have to pass before anything lands.
// npm run test:all [NAME…] [--list]: the gate and all proofs, or the proofs and features named, with a fresh seed.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { measureSpeed } from "./calibrate.mjs";
import { head, isClean } from "./changes.mjs";
import { interrupt, run } from "./children.mjs";
import { check, fromPlaywright, fromVitest, sum, summary, testsInPlaywright, testsInVitest } from "./counts.mjs";
import { minutes, tooLong } from "./minutes.mjs";
import { runBrowserTests } from "./playwright.mjs";
import { elapsed, giveUp, green, heading, red } from "./progress.mjs";
import { dueHere, record, select } from "./proofs.mjs";
import { makeScratch, removeScratch } from "./scratch.mjs";
import { filesToRepeat, flakyReport, together } from "./second-look.mjs";
import { stamp } from "./stamp.mjs";
import { buildHash, ensureInstalled, markBuilt, ROOT, toolEnv, turbo } from "./toolchain.mjs";
import { checkTypes } from "./types.mjs";

const RESULTS = join(ROOT, "test-results");
const GREEN = join(ROOT, "node_modules", ".bbux", "green");

const isWhole = process.argv.includes("--all");
const names = process.argv.slice(2).filter((word) => !word.startsWith("--"));
if (names.length > 0 && !isWhole) giveUp("npm test takes no names. Run some tests with: npm run test:all -- NAME");
const selected = select(names);
if (typeof selected === "string") giveUp(selected);
const { vitest: files, browser: specs } = selected;
if (process.argv.includes("--list")) {
  for (const [name, list] of /** @type {const} */ ([
    ["Unit and integration tests", files],
    ["Browser tests", specs],
  ]))
    if (list) process.stdout.write(`${name}: ${list.join(" ") || "all"}\n`);
  process.exit(0);
}

const begun = Date.now();
await ensureInstalled();
/** @type {{ part: import("./minutes.mjs").Part, ms: number }[]} */
const laps = [{ part: "Install", ms: Date.now() - begun }];
const scratch = makeScratch("bbux-npm-test-");
/** The proofs throw other dice each time; the gate has none. */
const seed = process.env.BBUX_SEED ?? String(Math.floor(Math.random() * 2 ** 31));
const env = {
  BBUX_TIER: isWhole ? "all" : "gate",
  BBUX_SEED: isWhole ? seed : undefined,
  // A seed that was asked for is repeated, instead of being where new ones begin.
  BBUX_REPEATS: isWhole && process.env.BBUX_SEED ? "on" : undefined,
  BBUX_RESULTS: RESULTS,
};
rmSync(GREEN, { force: true });
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
const commit = isClean() ? head() : "";
const speed = isWhole ? undefined : await measureSpeed();
/** @type {[string, import("./counts.mjs").Counts][]} */
const results = [];
/** @type {import("./counts.mjs").Outcome[]} */
const outcomes = [];
/** @type {import("./second-look.mjs").Flaky[]} */
const flaky = [];
let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    interrupted = true;
    interrupt();
  });

if (isWhole) process.stdout.write(`Seed ${seed}: BBUX_SEED=${seed} throws the same dice.\n`);
try {
  if (names.length === 0) {
    await part("Style", async () => check((await tool("biome", ["check", "."])).code));
    await part("Types", async () => check(await checkTypes()));
  }
  if (files) await part("Unit and integration tests", () => lookTwice(vitest, files));
  if (specs) {
    const built = await part("Build", build);
    await part("Browser tests", built ? () => lookTwice(playwright, specs) : async () => skipped("the build failed"));
  }
} finally {
  removeScratch(scratch);
}
if (interrupted) process.exit(130);

const total = sum(results.map(([, counts]) => counts));
heading("Time by part");
process.stdout.write(`${minutes(laps, speed)}\n`);
const long = speed ? tooLong(outcomes, speed) : [];
if (long.length > 0) process.stdout.write(`Too long for the gate, at reference speed:\n  ${long.join("\n  ")}\n`);
heading(`Total (${elapsed(begun)})`);
for (const [name, counts] of results) process.stdout.write(`${verdict(counts)}: ${name}\n`);
const failures = outcomes.filter(({ passed }) => !passed);
for (const { test, reason } of failures) process.stdout.write(`  ${red(test)}\n${reason.replace(/^/gm, "    ")}\n`);
if (failures.length > 0) process.stdout.write(`Logs of the servers are in ${RESULTS}.\n`);
const isOfCommit = commit !== "" && isClean() && head() === commit;
if (isWhole && isOfCommit && total.passed > 0)
  record({ commit, names: names.length > 0 ? names : ["all"], ms: Date.now() - begun, seed, counts: total });
else if (isWhole) process.stdout.write("Not recorded in docs/PROOFS.md, because it isn't the test of one commit.\n");
else process.stdout.write(dueHere());
if (flaky.length > 0) process.stdout.write(`Flaky: failed among the others, passed alone.\n${flakyReport(flaky)}\n`);
process.stdout.write(`${summary(total)}\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
if (!isWhole && total.failed === 0 && isOfCommit) stamp(GREEN, `${commit}\n`);

/**
 * One part of the run under its heading; a failure does not keep the next from running.
 * @param {import("./minutes.mjs").Part} name @param {() => Promise<import("./counts.mjs").Counts>} work @returns {Promise<boolean>} whether it passed
 */
async function part(name, work) {
  if (interrupted) return false;
  heading(name);
  const from = Date.now();
  const counts = await work();
  results.push([name, counts]);
  laps.push({ part: name, ms: Date.now() - from });
  process.stdout.write(`${verdict(counts)} (${elapsed(from)})\n`);
  return counts.failed === 0;
}

/**
 * Runs tests, and in the gate those that failed once more, alone.
 * @param {(files: readonly string[], isAlone: boolean) => Promise<import("./second-look.mjs").Result>} tests @param {readonly string[]} from empty: all
 */
async function lookTwice(tests, from) {
  let result = await tests(from, false);
  const again = isWhole || interrupted ? [] : filesToRepeat(result);
  if (again.length > 0) {
    heading(`A second look at ${again.join(", ")}`);
    const both = together(result, await tests(again, true));
    flaky.push(...both.flaky);
    writeFileSync(join(RESULTS, "flaky.json"), JSON.stringify(flaky, null, 2));
    result = both;
  }
  outcomes.push(...result.tests);
  return result.counts;
}

/**
 * Worded differently from the closing line, which must stay the only one of its form.
 * @param {import("./counts.mjs").Counts} counts
 */
function verdict({ passed, failed, skipped }) {
  const left = skipped > 0 ? `, ${skipped} not run` : "";
  return `${failed === 0 ? green("✓") : red("✗")} ${passed} of ${passed + failed}${left}`;
}

/** @param {string} name @param {string[]} args */
function tool(name, args) {
  return run(join(ROOT, "node_modules", ".bin", name), args, { cwd: ROOT, env: { ...toolEnv(), ...env } });
}

/** @param {readonly string[]} only @param {boolean} isAlone @returns {Promise<import("./second-look.mjs").Result>} */
async function vitest(only, isAlone) {
  const file = join(scratch, "vitest.json");
  rmSync(file, { force: true });
  const alone = isAlone ? ["--maxWorkers=1"] : [];
  const errors = join(RESULTS, "unhandled-errors.json");
  rmSync(errors, { force: true });
  const { code } = await tool("vitest", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--reporter=${join(import.meta.dirname, "unhandled-reporter.mjs")}`,
    `--outputFile.json=${file}`,
    ...alone,
    ...only,
  ]);
  const report = { ...read(file), unhandledErrors: read(errors) };
  return { counts: fromVitest(report, code, isWhole ? undefined : "proof"), tests: testsInVitest(report, ROOT) };
}

async function build() {
  const sources = buildHash();
  const { code } = await turbo("build");
  if (code === 0) markBuilt(sources);
  return check(code);
}

/** @param {readonly string[]} only @param {boolean} isAlone @returns {Promise<import("./second-look.mjs").Result>} */
async function playwright(only, isAlone) {
  const file = join(scratch, "playwright.json");
  rmSync(file, { force: true });
  const alone = isAlone ? ["--workers=1"] : [];
  const args = ["--reporter=list,json", ...alone, ...only.map((path) => path.replace("tooling/e2e/", ""))];
  const code = await runBrowserTests(args, {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    ...(isAlone && { BBUX_TRACE: "1" }),
  });
  const report = read(file);
  return { counts: fromPlaywright(report, code), tests: testsInPlaywright(report, ROOT) };
}

/** @param {string} why */
function skipped(why) {
  process.stdout.write(`Not run: ${why}.\n`);
  return { passed: 0, failed: 0, skipped: 1 };
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
