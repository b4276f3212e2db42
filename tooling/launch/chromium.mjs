import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { run } from "./children.mjs";
import { step } from "./progress.mjs";
import { NODE, ROOT, toolEnv } from "./toolchain.mjs";

/** A headless Chromium, which needs a little more than half the CPU of a full one for the same tests. */
const SHELLS = ["chromium-headless-shell", "chrome-headless-shell"];
const WHOLE = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const E2E = join(ROOT, "tooling", "e2e");
/** Where Debian's packages put Chromium, and where we unpack the shell if we can't install it. */
const DEBIAN = "/usr/lib/chromium";
const UNPACKED = join(ROOT, "node_modules", ".bbux", "chromium");
/** Without a network, fall back to a full Chromium, without a long wait. */
const PATIENCE = ["-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=10", "-o", "Acquire::https::Timeout=10"];
const BARE = ["--no-install-recommends"];
export const PLAYWRIGHT = join(E2E, "node_modules", "@playwright", "test", "cli.js");

/**
 * Finds a Chromium that really runs: the one named by BBUX_CHROMIUM, a headless shell (installed on this machine,
 * Playwright's own, or downloaded from Debian), or else a full Chromium.
 * @returns {Promise<string | undefined>} its path, or undefined if there is none
 */
export async function findChromium() {
  const named = process.env.BBUX_CHROMIUM;
  if (named) return (await runs(named)) ? named : undefined;
  const shell = (await onPath(SHELLS)) ?? (await unpacked()) ?? (await playwrightsShell());
  if (shell) return shell;

  const work = step("Downloading Chromium for the browser tests");
  let found = (await debiansShell(work.update)) ?? (await onPath(WHOLE)) ?? (await playwrightsOwn());
  if (!found) {
    const install = await run(NODE, [PLAYWRIGHT, "install", "chromium"], quiet(work.update));
    if (install.code === 0) found = (await playwrightsShell()) ?? (await playwrightsOwn());
  }
  if (!found && mayInstall()) {
    work.update("Debian's package");
    await run("apt-get", ["install", "-y", ...BARE, "chromium"], quiet(work.update));
    found = await onPath(WHOLE);
  }
  if (found) work.done("Chromium is ready");
  else work.fail("Chromium could not be downloaded");
  return found;
}

/** @param {(line: string) => void} onLine */
function quiet(onLine) {
  return { cwd: E2E, env: { ...toolEnv(), DEBIAN_FRONTEND: "noninteractive" }, capture: true, onLine };
}

function mayInstall() {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

/**
 * Debian's headless shell: installed as root, otherwise unpacked next to our packages if this machine has Chromium's
 * libraries.
 * @param {(line: string) => void} onLine
 */
async function debiansShell(onLine) {
  if (!existsSync("/usr/bin/apt-get")) return undefined;
  if (mayInstall()) {
    const install = [...PATIENCE, "install", "-y", ...BARE, "chromium-headless-shell"];
    if ((await run("apt-get", install, quiet(onLine))).code !== 0) {
      await run("apt-get", [...PATIENCE, "update"], quiet(onLine));
      await run("apt-get", install, quiet(onLine));
    }
    return onPath(SHELLS);
  }
  if (!existsSync(join(DEBIAN, "icudtl.dat"))) return undefined;
  rmSync(UNPACKED, { recursive: true, force: true });
  mkdirSync(UNPACKED, { recursive: true });
  const there = { ...quiet(onLine), cwd: UNPACKED };
  const { output } = await run("dpkg-query", ["-s", "chromium-common"], there);
  const version = /^Version: (\S+)/m.exec(output)?.[1];
  if (version) await run("apt-get", [...PATIENCE, "download", `chromium-headless-shell=${version}`], there);
  const file = readdirSync(UNPACKED).find((name) => name.endsWith(".deb"));
  if (!file) return undefined;
  const { code } = await run("dpkg-deb", ["-x", file, "."], there);
  rmSync(join(UNPACKED, file));
  if (code !== 0) return undefined;
  const dir = dirname(SHELL);
  for (const name of readdirSync(DEBIAN))
    if (!existsSync(join(dir, name))) symlinkSync(join(DEBIAN, name), join(dir, name));
  return unpacked();
}

const SHELL = join(UNPACKED, "usr", "lib", "chromium", "chromium-headless-shell");

async function unpacked() {
  return existsSync(SHELL) && (await runs(SHELL)) ? SHELL : undefined;
}

/** @param {string[]} names */
async function onPath(names) {
  for (const name of names)
    for (const dir of (process.env.PATH ?? "").split(delimiter)) {
      const path = join(dir, name);
      if (dir && existsSync(path) && (await runs(path))) return path;
    }
  return undefined;
}

function playwrightsOwn() {
  return asked('import("@playwright/test").then((it) => console.log(it.chromium.executablePath()))');
}

/** By default, Playwright starts its own shell and reports which program that is. */
function playwrightsShell() {
  return asked(
    'import("@playwright/test").then(async (it) => { const server = await it.chromium.launchServer(); console.log(server.process().spawnfile); await server.close(); })',
  );
}

/** The path that a line of JavaScript prints. @param {string} script */
async function asked(script) {
  const { code, output } = await run(NODE, ["-e", script], { cwd: E2E, env: toolEnv(), capture: true });
  const path = output.trim();
  return code === 0 && existsSync(path) && (await runs(path)) ? path : undefined;
}

/** Asks for its version, because Ubuntu's chromium-browser may only print a hint to install something. @param {string} path */
async function runs(path) {
  const { code, output } = await run(path, ["--version", "--no-sandbox"], { capture: true });
  return code === 0 && /Chrom/i.test(output);
}
