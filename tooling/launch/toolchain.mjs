import { accessSync, constants, existsSync, readdirSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./children.mjs";
import { giveUp, step } from "./progress.mjs";
import { contentHash, isStamped, sourceFiles, stamp, traceHash } from "./stamp.mjs";

/** The top of the checkout. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Node 24 from the `node` package, whichever Node started this process. */
export const NODE = join(ROOT, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
export const SERVER = join(ROOT, "apps", "server", "dist", "main.js");
const WEB = ["index.html", "translated.html"].map((page) => join(ROOT, "apps", "web", "dist", page));

const PNPM = "pnpm@12.21.0";
const INSTALL_STAMP = join(ROOT, "node_modules", ".bbux", "installed");
const BUILD_STAMP = join(ROOT, "node_modules", ".bbux", "built");

/** Returns the environment of every tool: our Node first, no telemetry, no prompts. */
export function toolEnv() {
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    ...process.env,
    PATH: [dirname(NODE), join(ROOT, "node_modules", ".bin"), process.env.PATH].join(delimiter),
    TURBO_TELEMETRY_DISABLED: "1",
    TURBO_NO_UPDATE_NOTIFIER: "1",
    DO_NOT_TRACK: "1",
    npm_config_update_notifier: "false",
  };
  // "production" would skip installing the build tools and change how they work.
  delete env.NODE_ENV;
  return env;
}

/** Installs packages unless they already match the lock file. Exits with a sentence on failure. */
export async function ensureInstalled() {
  if (Number.parseInt(process.versions.node, 10) < 20)
    giveUp(`BBUX needs Node 20 or later to start (it brings its own Node 24 then); this is ${process.version}.`);
  const wanted = installHash();
  if (isStamped(INSTALL_STAMP, wanted) && isExecutable(NODE)) return;

  const first = !existsSync(join(ROOT, "node_modules"));
  const work = step(first ? "Installing packages (the first time takes a minute or two)" : "Updating packages");
  // Without a terminal, pnpm refuses to replace an older node_modules unless this option allows it.
  const { code, output } = await run(
    "npx",
    ["--yes", PNPM, "install", "--frozen-lockfile", "--reporter=append-only", "--config.confirm-modules-purge=false"],
    { cwd: ROOT, env: { ...toolEnv(), PATH: process.env.PATH, CI: "true" }, capture: true, onLine: work.update },
  );
  if (code !== 0) {
    work.fail("Packages could not be installed");
    process.stderr.write(`${output.trim().split("\n").slice(-25).join("\n")}\n`);
    if (code === 127) giveUp("npx was not found: BBUX needs npm beside Node (https://nodejs.org).");
    if (/ERR_PNPM_OUTDATED_LOCKFILE/.test(output))
      giveUp(`A package.json has changed and pnpm-lock.yaml has not. Run: npx ${PNPM} install`);
    giveUp("Is the npm registry reachable from here? Then start again: what has been downloaded is kept.");
  }
  if (!isExecutable(NODE)) {
    work.fail("Node 24 could not be installed");
    rmSync(INSTALL_STAMP, { force: true });
    giveUp(
      `The \`node\` package did not get its program for ${process.platform}-${process.arch}. Run: npx ${PNPM} rebuild node, and look at what it says.`,
    );
  }
  // Hashed again, because the installation may write to hashed files and a second start must find them unchanged.
  stamp(INSTALL_STAMP, installHash());
  work.done("Packages are installed");
}

function installHash() {
  const manifests = ["apps", "packages", "tooling"].flatMap((room) =>
    readdirSync(join(ROOT, room), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(ROOT, room, entry.name, "package.json")),
  );
  const files = ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"].map((name) => join(ROOT, name));
  const state = contentHash(ROOT, [...files, ...manifests.filter((file) => existsSync(file)).sort()]);
  // node_modules belongs to one platform and one folder: its scripts contain absolute paths.
  return `${state} ${process.platform}-${process.arch} ${ROOT}\n`;
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs a turbo task. Turbo runs the packages' scripts through pnpm, which npx puts on the path.
 * @param {string} task
 * @param {{ only?: string[], capture?: boolean, onLine?: (line: string) => void }} [options] `only`: the packages to run it in
 */
export function turbo(task, { only = [], ...options } = {}) {
  const args = [
    "--yes",
    PNPM,
    "exec",
    "turbo",
    "run",
    task,
    ...only.map((name) => `--filter=${name}`),
    // The default of ten at once makes them wait for each other on a small machine.
    "--concurrency=100%",
    "--continue",
    "--output-logs=new-only",
    "--log-order=grouped",
  ];
  return run("npx", args, { cwd: ROOT, env: toolEnv(), ...options });
}

/** Builds what has changed, without calling turbo if nothing has. Exits with the errors on failure. */
export async function ensureBuilt() {
  const sources = buildHash();
  if (existsSync(SERVER) && isStamped(BUILD_STAMP, `${sources} ${traceHash([SERVER, ...WEB])}\n`)) return;
  const work = step("Building");
  const { code, output } = await turbo("build", {
    only: ["@bbux/server", "@bbux/web"],
    capture: true,
    onLine: work.update,
  });
  if (code !== 0 || !existsSync(SERVER)) {
    work.fail("The build failed");
    giveUp(output.trim() || `The build has made no ${SERVER}.`);
  }
  markBuilt(sources);
  work.done("Built");
}

/** Records that the outputs were built from the sources with this hash. @param {string} sources */
export function markBuilt(sources) {
  stamp(BUILD_STAMP, `${sources} ${traceHash([SERVER, ...WEB])}\n`);
}

/** Hashes everything the outputs are made from. */
export function buildHash() {
  const dirs = ["apps", "packages", "tooling/tsconfig"].map((dir) => join(ROOT, dir));
  const files = ["turbo.json", "package.json", "pnpm-lock.yaml"].map((name) => join(ROOT, name));
  return contentHash(ROOT, [...files, ...dirs.flatMap(sourceFiles)]);
}
