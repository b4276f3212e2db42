import { type ChildProcess, fork } from "node:child_process";
import type { SignerSettings } from "./settings.ts";

/** A sentence for the operator: the configuration has to change before it can start. */
const REFUSED_EXIT = 2;
export const KEEPER = "keeper";
const WORKER = "worker";
const RESTART_MS = 100;

/** Keeps a signer running: it alone has what a new one is started with. Ends with its parent. */
function keepSigner(file: string, settings: SignerSettings, send: (message: object) => void): void {
  let child: ChildProcess | undefined;
  let isOver = false;
  const start = () => {
    if (isOver) process.exit(0);
    child = forkSigner(file, WORKER);
    child.send(settings);
    child.on("message", (message) => send(Object(message)));
    child.on("exit", (code) => {
      child = undefined;
      if (code === REFUSED_EXIT) process.exit(code);
      setTimeout(start, isOver ? 0 : RESTART_MS);
    });
  };
  start();
  process.on("disconnect", () => {
    isOver = true;
    // It finishes what it writes, and the lock is free when this process is gone.
    if (child?.connected) child.disconnect();
    else process.exit(0);
  });
}

/** The entry of both processes. Nothing of the platform's environment reaches them but what they are sent. */
export function main(file: string): void {
  const isKeeper = process.argv[2] === KEEPER;
  // A signal for the whole terminal reaches the platform, too, which still has to finish and then disconnects.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
  if (!isKeeper) process.on("disconnect", () => process.exit(0));
  const tell = (said: object) => void (process.connected && process.send?.(said));
  process.once("message", (message: SignerSettings) => {
    if (isKeeper) keepSigner(file, message, tell);
    else void work(message, tell).catch((error: unknown) => refuse(error, tell));
  });
}

/** Only the process that signs loads what signing takes. */
async function work(settings: SignerSettings, tell: (said: object) => void): Promise<void> {
  const { runSigner } = await import("./run.ts");
  await runSigner(settings, (address) => tell({ address }));
}

/** A signer that can't start ends for a reason that its operator can read. */
function refuse(error: unknown, tell: (said: object) => void): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The signer can't start: ${message}\n`);
  tell({ problem: message });
  setTimeout(() => process.exit(REFUSED_EXIT), 50);
}

/** Starts one of its processes, with nothing of this one's environment that could be secret. */
export function forkSigner(file: string, part: typeof KEEPER | typeof WORKER): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE, TMPDIR } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, TMPDIR };
  return fork(file, [part], { env, execArgv: [], stdio: ["ignore", "inherit", "inherit", "ipc"] });
}
