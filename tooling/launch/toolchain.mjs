import { accessSync, constants, existsSync, readdirSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./children.mjs";
import { giveUp, step } from "./progress.mjs";
import { contentHash, isStamped, sourceFiles, stamp, traceHash } from "./stamp.mjs";

/** The top of the checkout. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Node 24 of the `node` package, whatever Node started us. */
export const NODE = join(ROOT, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
export const SERVER = join(ROOT, "apps", "server", "dist", "main.js");
const WEB = join(ROOT, "apps", "web", "dist", "index.html");

const PNPM = "pnpm@12.21.0";
const INSTALL_STAMP = join(ROOT, "node_modules", ".bbux", "installed");
const BUILD_STAMP = join(ROOT, "node_modules", ".bbux", "built");

/** The environment of every tool: our Node first, nobody phoned, nothing asked. */
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
  // "production" would keep the build tools from being installed and change how they work.
  delete env.NODE_ENV;
  return env;
}

/** Installs the packages unless those that are there fit the lock file. Ends the process with a sentence on failure. */
export async function ensureInstalled() {
  if (Number.parseInt(process.versions.node, 10) < 20)
    giveUp(`BBUX needs Node 20 or later to start (it brings its own Node 24 then); this is ${process.version}.`);
  const wanted = installHash();
  if (isStamped(INSTALL_STAMP, wanted) && isExecutable(NODE)) return;

  const first = !existsSync(join(ROOT, "node_modules"));
  const work = step(first ? "Installing packages (the first time takes a minute or two)" : "Updating packages");
  // Without a terminal pnpm refuses to replace an older node_modules unless it is told that this is fine.
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
  // Hashed again: the installation itself may write to what is hashed, and a second start must find it unchanged.
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
  // node_modules is of one machine kind, and of one place: its scripts carry absolute paths.
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
 * Runs a task of turbo. Turbo runs the packages' scripts through pnpm, which is found because npx puts it on the path.
 * @param {string} task
 * @param {{ only?: string[], capture?: boolean, onLine?: (line: string) => void }} [options] `only`: packages to stay within
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
    // The default of ten at once only makes them wait for each other on a small machine.
    "--concurrency=100%",
    "--continue",
    "--output-logs=new-only",
    "--log-order=grouped",
  ];
  return run("npx", args, { cwd: ROOT, env: toolEnv(), ...options });
}

/** Builds what has changed; when nothing has, even turbo is not asked. Ends the process with the errors on failure. */
export async function ensureBuilt() {
  const sources = buildHash();
  if (existsSync(SERVER) && isStamped(BUILD_STAMP, `${sources} ${traceHash([SERVER, WEB])}\n`)) return;
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

/** Remembers that the outputs belong to the sources that had this hash. @param {string} sources */
export function markBuilt(sources) {
  stamp(BUILD_STAMP, `${sources} ${traceHash([SERVER, WEB])}\n`);
}

/** Everything that the outputs are made from. */
export function buildHash() {
  const dirs = ["apps", "packages", "tooling/tsconfig"].map((dir) => join(ROOT, dir));
  const files = ["turbo.json", "package.json", "pnpm-lock.yaml"].map((name) => join(ROOT, name));
  return contentHash(ROOT, [...files, ...dirs.flatMap(sourceFiles)]);
}
