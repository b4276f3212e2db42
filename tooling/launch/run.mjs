// node tooling/launch/run.mjs FILE [args…]: runs a TypeScript file of the workspace with the project's own Node.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { exitCode } from "./children.mjs";
import { giveUp } from "./progress.mjs";
import { ensureInstalled, NODE, ROOT } from "./toolchain.mjs";

const [file, ...args] = process.argv.slice(2);
if (!file) giveUp("Which file? Usage: node tooling/launch/run.mjs FILE [arguments…]");
await ensureInstalled();

const child = spawn(NODE, [join(ROOT, file), ...args], { cwd: ROOT, stdio: "inherit" });
// A terminal sends Ctrl-C to the child as well; otherwise it has to be forwarded.
process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.once("exit", (code, signal) => process.exit(exitCode(code, signal)));
