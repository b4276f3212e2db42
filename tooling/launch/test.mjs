// npm test: the same set-up as npm start, then everything that must hold. The last line adds it all up.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { interrupt, run } from "./children.mjs";
import { findChromium, PLAYWRIGHT } from "./chromium.mjs";
import { check, fromPlaywright, fromVitest, sum, summary } from "./counts.mjs";
import { elapsed, green, heading, red } from "./progress.mjs";
import { buildHash, ensureInstalled, markBuilt, NODE, ROOT, toolEnv, turbo } from "./toolchain.mjs";

const begun = Date.now();
await ensureInstalled();
const scratch = mkdtempSync(join(tmpdir(), "bbux-npm-test-"));
// As root the database of the browser tests runs as another user, who must get through.
chmodSync(scratch, 0o711);
/** @type {[string, import("./counts.mjs").Counts][]} */
const results = [];
let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    interrupted = true;
    interrupt();
  });

try {
  await part("Style and rules (biome)", async () => check((await tool("biome", ["check", "."])).code));
  await part("Types (tsc)", async () => check((await turbo("typecheck")).code));
  await part("Unit and integration tests (vitest, PostgreSQL)", vitest);
  const built = await part("Build", build);
  if (existsSync(join(ROOT, "tooling", "e2e", "playwright.config.ts")))
    await part("Browser tests (Playwright)", built ? playwright : async () => skipped("the build failed"));
} finally {
  // PostgreSQL may still be writing its last files when the run was interrupted.
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
}
if (interrupted) process.exit(130);

heading(`All together (${elapsed(begun)})`);
for (const [name, counts] of results) process.stdout.write(`${verdict(counts)}: ${name}\n`);
const total = sum(results.map(([, counts]) => counts));
process.stdout.write(`${summary(total)}\n`);
process.exitCode = total.failed === 0 ? 0 : 1;

/**
 * One part of the run under its heading; a failure does not keep the next from running.
 * @param {string} name @param {() => Promise<import("./counts.mjs").Counts>} work @returns {Promise<boolean>} whether it passed
 */
async function part(name, work) {
  if (interrupted) return false;
  heading(name);
  const from = Date.now();
  const counts = await work();
  results.push([name, counts]);
  process.stdout.write(`${verdict(counts)} (${elapsed(from)})\n`);
  return counts.failed === 0;
}

/** Said in other words than the closing line, which stays the only one of its form. @param {import("./counts.mjs").Counts} counts */
function verdict({ passed, failed, skipped }) {
  const left = skipped > 0 ? `, ${skipped} not run` : "";
  return `${failed === 0 ? green("✓") : red("✗")} ${passed} of ${passed + failed}${left}`;
}

/** @param {string} name @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
function tool(name, args, env = {}) {
  return run(join(ROOT, "node_modules", ".bin", name), args, { cwd: ROOT, env: { ...toolEnv(), ...env } });
}

async function vitest() {
  const file = join(scratch, "vitest.json");
  // Tests leave files where temporary files go: these go with the run.
  const env = { TMPDIR: join(scratch, "tmp") };
  mkdirSync(env.TMPDIR);
  chmodSync(env.TMPDIR, 0o1777);
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { code } = await tool("vitest", args, env);
  return fromVitest(read(file), code);
}

async function build() {
  const sources = buildHash();
  const { code } = await turbo("build");
  if (code === 0) markBuilt(sources);
  return check(code);
}

async function playwright() {
  const chromium = await findChromium();
  if (!chromium) {
    process.stdout.write(
      "There is no Chromium on this machine and none could be fetched. Install one (Debian: apt-get install chromium) or name one in BBUX_CHROMIUM.\n",
    );
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const file = join(scratch, "playwright.json");
  const data = join(scratch, "e2e");
  mkdirSync(data);
  const { code } = await run(NODE, [PLAYWRIGHT, "test", "--reporter=list,json"], {
    cwd: join(ROOT, "tooling", "e2e"),
    env: { ...toolEnv(), BBUX_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file, BBUX_E2E_DATA: data },
  });
  return fromPlaywright(read(file), code);
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
