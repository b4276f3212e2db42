import { type ChildProcess, fork } from "node:child_process";
import { Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type ChildOptions, fromChild, PARK, STOP } from "./protocol.ts";

/** Next to this file in the source, next to the bundle once built. */
const CHILD = join(
  import.meta.dirname,
  import.meta.filename.endsWith(".ts") ? "local-chain.child.ts" : "local-chain.child.js",
);
/** After this many deaths within this many milliseconds, or in a row during startup, it isn't restarted. */
const DEATHS = { most: 5, within: 10_000 };
const STOP_TIMEOUT_MS = 5_000;

export interface Supervised {
  readonly port: number;
  stop(): Promise<void>;
  /** Kills the process as a crash would, and resolves once the next one is listening. */
  crash(): Promise<void>;
  /**
   * Ends the chain and keeps its process for another supervision, because starting one takes most of a short chain's time. For chains
   * in memory only.
   */
  park(): ChildProcess | undefined;
}

export interface Supervision extends ChildOptions {
  readonly log: (line: string) => void;
  /** It died too often and won't be restarted. */
  readonly onLost: () => void;
  /** A parked process to begin in, instead of a new one. */
  readonly parked?: ChildProcess | undefined;
}

/**
 * Runs the chain's process and restarts it on the same port when it dies.
 * @throws Error with a readable message if it can't start: a port is taken or the directory is in use
 */
export async function supervise({ log, onLost, parked, ...options }: Supervision): Promise<Supervised> {
  let child: ChildProcess | undefined;
  let isStopping = false;
  let deaths: number[] = [];
  let failedStarts = 0;
  let meant: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];

  const finish = (error?: Error) => {
    for (const { resolve, reject } of waiting.splice(0)) error ? reject(error) : resolve();
  };
  const lose = (error: Error) => {
    log(error.message);
    finish(error);
    if (!isStopping) onLost();
    isStopping = true;
  };
  const start = async (port: number, started = spawn({ ...options, port }, log)): Promise<number> => {
    child = started;
    const listening = await readiness(started);
    failedStarts = 0;
    started.once("exit", (code, signal) => {
      if (child === started) child = undefined;
      if (!isStopping) died(listening, { wasMeant: meant === started, how: signal ?? `code ${code}` });
    });
    return listening;
  };
  const died = (port: number, { wasMeant, how }: { wasMeant: boolean; how: string }) => {
    const now = Date.now();
    if (!wasMeant) deaths = [...deaths.filter((each) => now - each < DEATHS.within), now];
    log(`The local chain ended (${how}) and is started again.`);
    if (Math.max(deaths.length, failedStarts) >= DEATHS.most)
      return lose(new Error("The local chain ends again and again and is given up."));
    timer = setTimeout(
      () => {
        start(port).then(
          () => finish(),
          (error: unknown) => {
            log(String(error));
            failedStarts += 1;
            if (!isStopping) died(port, { wasMeant: false, how: "while starting" });
          },
        );
      },
      wasMeant ? 0 : 50 * deaths.length,
    );
  };

  const port = await start(options.port, parked && wake(parked, options));
  return {
    port,
    park() {
      isStopping = true;
      clearTimeout(timer);
      return child && sleep(child);
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      finish(new Error("The local chain was stopped."));
      await end(child);
    },
    crash() {
      return new Promise<void>((resolve, reject) => {
        if (isStopping) return reject(new Error("The local chain was stopped."));
        waiting.push({ resolve, reject });
        meant = child;
        child?.kill("SIGKILL");
      });
    },
  };
}

/** Starts the process without our environment, which contains secrets. */
function spawn(options: ChildOptions, log: (line: string) => void): ChildProcess {
  const started = fork(CHILD, [JSON.stringify(options)], {
    env: {},
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  if (started.stderr) createInterface({ input: started.stderr }).on("line", (line) => log(`local chain: ${line}`));
  return started;
}

/** Has a process end its chain. It doesn't keep this one alive, and ends with it. */
function sleep(child: ChildProcess): ChildProcess {
  child.removeAllListeners();
  child.send(PARK);
  child.unref();
  child.channel?.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();
  return child;
}

function wake(child: ChildProcess, options: ChildOptions): ChildProcess {
  child.ref();
  child.channel?.ref();
  if (child.stderr instanceof Socket) child.stderr.ref();
  child.send(options);
  return child;
}

/** Resolves with the port once the process is listening. */
function readiness(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      reject(new Error(`The local chain could not start (${signal ?? `code ${code}`}).`)),
    );
    child.on("message", (message) => {
      const parsed = fromChild.safeParse(message);
      if (!parsed.success) return;
      if (parsed.data.type === "ready") resolve(parsed.data.port);
      else reject(new Error(parsed.data.message));
    });
  });
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  if (child.connected) child.send(STOP, (error) => error && child.kill("SIGKILL"));
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}
