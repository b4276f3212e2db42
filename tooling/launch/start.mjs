// npm start: installs what is missing, builds what has changed, then runs the server.
import { spawn } from "node:child_process";
import { accompany } from "./children.mjs";
import { ensureBuilt, ensureInstalled, NODE, ROOT, SERVER } from "./toolchain.mjs";

await ensureInstalled();
await ensureBuilt();

// Through the channel, the server detects that this process is gone, however it ended.
const server = spawn(NODE, ["--enable-source-maps", SERVER, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: ["ignore", "inherit", "inherit", "ipc"],
  detached: true,
});
process.exit(await accompany([server]));
