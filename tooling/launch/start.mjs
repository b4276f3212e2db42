// npm start: install what is missing, build what has changed, then hand over to the server.
import { spawn } from "node:child_process";
import { accompany } from "./children.mjs";
import { ensureBuilt, ensureInstalled, NODE, ROOT, SERVER } from "./toolchain.mjs";

await ensureInstalled();
await ensureBuilt();

// The channel tells the server when this process is gone, however it went.
const server = spawn(NODE, ["--enable-source-maps", SERVER, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: ["ignore", "inherit", "inherit", "ipc"],
  detached: true,
});
process.exit(await accompany([server]));
