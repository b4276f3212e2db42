import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./children.mjs";
import { step } from "./progress.mjs";
import { NODE, ROOT, toolEnv } from "./toolchain.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const E2E = join(ROOT, "tooling", "e2e");
export const PLAYWRIGHT = join(E2E, "node_modules", "@playwright", "test", "cli.js");

/**
 * A Chromium that really runs: the one named by BBUX_CHROMIUM, one of this machine, Playwright's own (downloaded when
 * missing), or Debian's package.
 * @returns {Promise<string | undefined>} its path, or undefined when there is none to be had
 */
export async function findChromium() {
  const named = process.env.BBUX_CHROMIUM;
  if (named) return (await runs(named)) ? named : undefined;
  const there = (await onPath()) ?? (await playwrightsOwn());
  if (there) return there;

  const work = step("Fetching a Chromium for the browser tests");
  const install = await run(NODE, [PLAYWRIGHT, "install", "chromium"], quiet(work.update));
  let found = install.code === 0 ? await playwrightsOwn() : undefined;
  if (!found && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    work.update("Debian's package");
    await run("apt-get", ["update"], quiet(work.update));
    await run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], quiet(work.update));
    found = await onPath();
  }
  if (found) work.done("Chromium is there");
  else work.fail("No Chromium could be fetched");
  return found;
}

/** @param {(line: string) => void} onLine */
function quiet(onLine) {
  return { cwd: E2E, env: { ...toolEnv(), DEBIAN_FRONTEND: "noninteractive" }, capture: true, onLine };
}

async function onPath() {
  for (const name of NAMES)
    for (const dir of (process.env.PATH ?? "").split(delimiter)) {
      const path = join(dir, name);
      if (dir && existsSync(path) && (await runs(path))) return path;
    }
  return undefined;
}

async function playwrightsOwn() {
  const ask = 'import("@playwright/test").then((it) => console.log(it.chromium.executablePath()))';
  const { code, output } = await run(NODE, ["-e", ask], { cwd: E2E, env: toolEnv(), capture: true });
  const path = output.trim();
  return code === 0 && existsSync(path) && (await runs(path)) ? path : undefined;
}

/** Asked to name itself: Ubuntu's chromium-browser, for one, may be a mere hint to install something. @param {string} path */
async function runs(path) {
  const { code, output } = await run(path, ["--version", "--no-sandbox"], { capture: true });
  return code === 0 && /Chrom/i.test(output);
}
