// node tooling/launch/task.mjs TASK: runs a task in every package through turbo, which caches results.
import { giveUp } from "./progress.mjs";
import { ensureInstalled, turbo } from "./toolchain.mjs";

const task = process.argv[2];
if (!task) giveUp("Which task? Usage: node tooling/launch/task.mjs build");
await ensureInstalled();
process.exit((await turbo(task)).code);
