// node tooling/launch/long.mjs FILE…: runs tests in their long form, which `npm test` has no time for.
import { join } from "node:path";
import { run } from "./children.mjs";
import { ensureInstalled, ROOT, toolEnv } from "./toolchain.mjs";

await ensureInstalled();
const vitest = join(ROOT, "node_modules", ".bin", "vitest");
const env = { ...toolEnv(), BBUX_LONG: "on" };
const { code } = await run(vitest, ["run", "--reporter=verbose", ...process.argv.slice(2)], { cwd: ROOT, env });
process.exit(code);
