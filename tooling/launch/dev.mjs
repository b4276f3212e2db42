// npm run dev: runs the server, restarted on every change, and Vite with hot reload in one terminal.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { accompany } from "./children.mjs";
import { bold, dim } from "./progress.mjs";
import { ensureInstalled, NODE, ROOT, toolEnv } from "./toolchain.mjs";

await ensureInstalled();
const web = join(ROOT, "apps", "web");
const parts = [
  start("server", ["--watch", "--watch-preserve-output", join(ROOT, "apps", "server", "src", "main.ts")], ROOT),
  start("web", [join(web, "node_modules", "vite", "bin", "vite.js")], web),
];
process.stdout.write(
  `${bold("Open http://localhost:5173")} ${dim("(Vite forwards /api to the server; Ctrl-C stops both)")}\n`,
);
process.exit(await accompany(parts, { together: true }));

/** @param {string} name @param {string[]} args @param {string} cwd */
function start(name, args, cwd) {
  const env = {
    ...toolEnv(),
    ...(process.env.NODE_ENV ? { NODE_ENV: process.env.NODE_ENV } : {}),
    FORCE_COLOR: process.stdout.isTTY ? "1" : "0",
  };
  const child = spawn(NODE, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  for (const [stream, out] of /** @type {const} */ ([
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]))
    createInterface({ input: stream }).on("line", (line) => out.write(`${dim(name.padEnd(7))}${line}\n`));
  return child;
}
