// node tooling/launch/types.mjs: checks types. Many workspaces are one program, because each on its own would check everything
// that it imports again.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { run } from "./children.mjs";
import { ensureInstalled, ROOT, toolEnv } from "./toolchain.mjs";

const SHARED = "tooling/tsconfig/node.json";
/** Workspaces that are programs of their own, because of what runs them: a browser, a bundler, or plain Node. Longest first. */
const OWN = ["apps/web", "tooling/e2e", "packages/docs", "tooling/launch"];

/** Returns the configuration of the program that checks a workspace. @param {string} workspace such as "packages/api" */
export function programOf(workspace) {
  return OWN.includes(workspace) ? `${workspace}/tsconfig.json` : SHARED;
}

/** All programs. */
export const PROGRAMS = [SHARED, ...OWN.map(programOf)];

/**
 * Checks programs, one per core at a time, and writes their errors to the terminal. What hasn't changed since the last check
 * isn't checked again.
 * @param {Iterable<string>} [programs]
 * @returns {Promise<number>} exit code
 */
export async function checkTypes(programs = PROGRAMS) {
  const left = [...programs];
  let worst = 0;
  const work = async () => {
    for (let config = left.shift(); config !== undefined; config = left.shift()) {
      const info = join(ROOT, "node_modules", ".bbux", "types", `${config.replaceAll("/", "-")}.tsbuildinfo`);
      // With the default of four checkers, each finds out anew what all of them need.
      const args = ["-p", config, "--checkers", "1", "--incremental", "--tsBuildInfoFile", info];
      const { code } = await run(join(ROOT, "node_modules", ".bin", "tsc"), args, { cwd: ROOT, env: toolEnv() });
      worst = Math.max(worst, code);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return worst;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await ensureInstalled();
  process.exit(await checkTypes());
}
