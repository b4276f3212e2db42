// npm run test:changed [--since REV] [--no-browser] [--bail] [--list]: the unit, integration and browser tests that a change
// affects, by default since the merge base, nearest first. With --bail, tests only, until the first fails.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { changedSince, mergeBase } from "./changes.mjs";
import { interrupt, run } from "./children.mjs";
import { runBrowserTests } from "./playwright.mjs";
import { elapsed, giveUp, green, heading, red } from "./progress.mjs";
import { dueHere } from "./proofs.mjs";
import { testFiles, testsOf } from "./rooms.mjs";
import { buildHash, ensureInstalled, markBuilt, ROOT, toolEnv, turbo } from "./toolchain.mjs";
import { checkTypes, programOf } from "./types.mjs";

const begun = Date.now();
const at = process.argv.indexOf("--since");
const base = at < 0 ? mergeBase() : process.argv[at + 1];
if (!base) giveUp("This isn't a git checkout, so name a commit with --since REV.");
const noBrowser = process.argv.includes("--no-browser");
const bail = process.argv.includes("--bail");

await ensureInstalled();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, interrupt);

/** @type {string[]} */
let changed = [];
try {
  changed = changedSince(base);
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error));
}
const all = testFiles();
const { near, vitest, browser, isEverything } = testsOf(changed, all);
const packages = [...new Set(changed.map((path) => /^(apps|packages|tooling)\/[^/]+/.exec(path)?.[0] ?? ""))].filter(
  (path) => path !== "" && existsSync(join(ROOT, path, "package.json")),
);
const toCheck = changed.filter((path) => /\.(tsx?|mjs|json|css)$/.test(path) && existsSync(join(ROOT, path)));

heading(`${changed.length} files have changed since ${base.slice(0, 10)}`);
process.stdout.write(
  isEverything
    ? "The change affects everything, so all tests will run.\n"
    : `${vitest.length} files of unit and integration tests, ${noBrowser ? 0 : browser.length} of browser tests.\n`,
);

if (process.argv.includes("--list")) {
  process.stdout.write([...vitest, ...(noBrowser ? [] : browser), ""].join("\n"));
  process.exit(0);
}

let failed = 0;
if (toCheck.length > 0 && !bail)
  await part("Style", () => tool("biome", ["check", "--no-errors-on-unmatched", ...toCheck]));
if (packages.length > 0 && !bail) await part("Types", () => checkTypes(new Set(packages.map(programOf))));
if (vitest.length > 0)
  await part("Unit and integration tests", () =>
    tool("vitest", ["run", "--reporter=dot", "--passWithNoTests", ...(bail ? ["--bail=1"] : []), ...vitest], {
      BBUX_FIRST: near.join("\n"),
    }),
  );
if (browser.length > 0 && !noBrowser) await part("Browser tests", browserTests);

process.stdout.write(
  `\n${dueHere()}${failed === 0 ? green("✓ passed") : red(`✗ ${failed} failed`)} (${elapsed(begun)})\n`,
);
process.exit(failed === 0 ? 0 : 1);

/** @param {string} name @param {() => Promise<number>} work exit code */
async function part(name, work) {
  heading(name);
  const from = Date.now();
  const code = await work();
  if (code !== 0) failed += 1;
  process.stdout.write(`${code === 0 ? green("✓") : red("✗")} ${name} (${elapsed(from)})\n`);
}

/** @param {string} name @param {string[]} args @param {Readonly<Record<string, string>>} [env] */
async function tool(name, args, env = {}) {
  const options = { cwd: ROOT, env: { ...toolEnv(), BBUX_TIER: "gate", ...env } };
  return (await run(join(ROOT, "node_modules", ".bin", name), args, options)).code;
}

async function browserTests() {
  const sources = buildHash();
  if ((await turbo("build")).code !== 0) return 1;
  markBuilt(sources);
  const specs = browser.map((path) => path.replace("tooling/e2e/", ""));
  return runBrowserTests(["--reporter=list", "--pass-with-no-tests", ...specs], { BBUX_TIER: "gate" });
}
