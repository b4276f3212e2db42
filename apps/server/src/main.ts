import { join } from "node:path";
import { type Env, EnvError, readEnv } from "./env.ts";
import { start } from "./start.ts";

// The bundle is in apps/server/dist, the source in apps/server/src; the web app is at the same relative path from both.
const webDist = join(import.meta.dirname, "../../web/dist");

const say = (line: string) => process.stdout.write(`${line}\n`);

function environment(): Env {
  try {
    return readEnv();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    process.stderr.write(`\nThe configuration is not right:\n${error.message.replace(/^/gm, "  ")}\n\n`);
    process.exit(2);
  }
}

let stopping: Promise<void> | undefined;
let running: Awaited<ReturnType<typeof start>> | undefined;

/** Runs once: a second signal during shutdown ends the process immediately. */
function shutDown(): void {
  if (stopping) process.exit(1);
  say("\nStopping …");
  stopping = (running?.stop() ?? Promise.resolve()).then(() => {
    say("Stopped.");
    process.exit(0);
  });
}

/** The service manager will start a new process with a new database; this one could only refuse. */
function lost(): void {
  say("BBUX cannot work without its database and ends. Start it again.");
  process.exit(1);
}

process.on("SIGINT", shutDown);
process.on("SIGTERM", shutDown);
// The launcher is gone, however it ended, so this process ends, too.
process.on("disconnect", shutDown);

try {
  running = await start(environment(), webDist, say, lost);
} catch (error) {
  process.stderr.write(`\n${messageOf(error)}\n\n`);
  process.exit(1);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "EADDRINUSE") {
    return "The port is taken by another program. Choose another with PORT=3001 npm start.";
  }
  return process.env.LOG_LEVEL === "debug" ? String(error.stack) : error.message;
}
