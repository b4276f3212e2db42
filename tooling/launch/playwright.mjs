import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { run } from "./children.mjs";
import { findChromium, PLAYWRIGHT } from "./chromium.mjs";
import { makeScratch, removeScratch } from "./scratch.mjs";
import { NODE, ROOT, toolEnv } from "./toolchain.mjs";

const NO_CHROMIUM =
  "There is no Chromium on this machine, and none could be downloaded. Install one (Debian: apt-get install chromium) or set BBUX_CHROMIUM.\n";

/**
 * Runs browser tests of the built app, with data of their own, which are removed afterwards.
 * @param {string[]} args for `playwright test` @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} the exit code; 1 without a Chromium
 */
export async function runBrowserTests(args, env = {}) {
  const chromium = await findChromium();
  if (!chromium) {
    process.stdout.write(NO_CHROMIUM);
    return 1;
  }
  const data = makeScratch("bbux-e2e-");
  try {
    const { code } = await run(NODE, [PLAYWRIGHT, "test", ...args], {
      cwd: join(ROOT, "tooling", "e2e"),
      env: { ...toolEnv(), ...env, BBUX_CHROMIUM: chromium, BBUX_E2E_DATA: data },
    });
    const log = join(data, "postgres", "postgres.log");
    const kept = env.BBUX_RESULTS && join(env.BBUX_RESULTS, "browser-postgres.log");
    // The first run's, not that of a second look.
    if (code !== 0 && kept && existsSync(log) && !existsSync(kept)) copyFileSync(log, kept);
    return code;
  } finally {
    removeScratch(data);
  }
}
