// npm test: the same setup as npm start, then all checks and tests. Ends with the time of each part, and the total.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { interrupt, run } from "./children.mjs";
import { check, failedInPlaywright, failedInVitest, fromPlaywright, fromVitest, sum, summary } from "./counts.mjs";
import { minutes } from "./minutes.mjs";
import { runBrowserTests } from "./playwright.mjs";
import { elapsed, green, heading, red } from "./progress.mjs";
import { makeScratch, removeScratch } from "./scratch.mjs";
import { buildHash, ensureInstalled, markBuilt, ROOT, toolEnv, turbo } from "./toolchain.mjs";
import { checkTypes } from "./types.mjs";

const begun = Date.now();
await ensureInstalled();
/** @type {{ part: import("./minutes.mjs").Part, ms: number }[]} */
const laps = [{ part: "Install", ms: Date.now() - begun }];
const scratch = makeScratch("bbux-npm-test-");
/** @type {[string, import("./counts.mjs").Counts][]} */
const results = [];
/** @type {import("./counts.mjs").Failure[]} */
const failures = [];
let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    interrupted = true;
    interrupt();
  });

try {
  await part("Style", async () => check((await tool("biome", ["check", "."])).code));
  await part("Types", async () => check(await checkTypes()));
  await part("Unit and integration tests", vitest);
  const built = await part("Build", build);
  if (existsSync(join(ROOT, "tooling", "e2e", "playwright.config.ts")))
    await part("Browser tests", built ? playwright : async () => skipped("the build failed"));
} finally {
  removeScratch(scratch);
}
if (interrupted) process.exit(130);

heading("Time by part");
process.stdout.write(`${minutes(laps)}\n`);
heading(`Total (${elapsed(begun)})`);
for (const [name, counts] of results) process.stdout.write(`${verdict(counts)}: ${name}\n`);
for (const { test, reason } of failures) process.stdout.write(`  ${red(test)}\n${reason.replace(/^/gm, "    ")}\n`);
const total = sum(results.map(([, counts]) => counts));
process.stdout.write(`${summary(total)}\n`);
process.exitCode = total.failed === 0 ? 0 : 1;

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
 * Worded differently from the closing line, which must stay the only one of its form.
 * @param {import("./counts.mjs").Counts} counts
 */
function verdict({ passed, failed, skipped }) {
  const left = skipped > 0 ? `, ${skipped} not run` : "";
  return `${failed === 0 ? green("✓") : red("✗")} ${passed} of ${passed + failed}${left}`;
}

/** @param {string} name @param {string[]} args */
function tool(name, args) {
  return run(join(ROOT, "node_modules", ".bin", name), args, { cwd: ROOT, env: toolEnv() });
}

async function vitest() {
  const file = join(scratch, "vitest.json");
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { code } = await tool("vitest", args);
  const report = read(file);
  failures.push(...failedInVitest(report, ROOT));
  return fromVitest(report, code);
}

async function build() {
  const sources = buildHash();
  const { code } = await turbo("build");
  if (code === 0) markBuilt(sources);
  return check(code);
}

async function playwright() {
  const file = join(scratch, "playwright.json");
  const code = await runBrowserTests(["--reporter=list,json"], { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  const report = read(file);
  failures.push(...failedInPlaywright(report, ROOT));
  return fromPlaywright(report, code);
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
