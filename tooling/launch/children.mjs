import { spawn } from "node:child_process";
import { constants } from "node:os";

/**
 * @typedef {object} Outcome
 * @property {number} code exit code; 128 + n after signal n, 127 if the program couldn't start
 * @property {string} output the end of what it wrote to stdout and stderr, if captured
 */

const KEPT = 200_000;

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/** Asks every program started by `run` to stop. */
export function interrupt() {
  for (const child of running) child.kill("SIGTERM");
}

/**
 * Runs a program until it exits.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, capture?: boolean, onLine?: (line: string) => void }} [options]
 *   `capture` keeps the output and doesn't show it
 * @returns {Promise<Outcome>}
 */
export function run(command, args, { cwd, env = process.env, capture = false, onLine } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: capture ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    });
    running.add(child);
    let output = "";
    const take = (/** @type {Buffer} */ chunk) => {
      const text = chunk.toString();
      output = (output + text).slice(-KEPT);
      for (const line of text.split(/\r?\n|\r/)) if (onLine && line.trim()) onLine(line.trim());
    };
    child.stdout?.on("data", take);
    child.stderr?.on("data", take);
    child.once("error", (error) => resolve({ code: 127, output: `${command}: ${error.message}` }));
    child.once("close", (code, signal) => {
      running.delete(child);
      resolve({ code: exitCode(code, signal), output });
    });
  });
}

/** @param {number | null} code @param {NodeJS.Signals | null} signal */
export function exitCode(code, signal) {
  return code ?? (signal ? 128 + constants.signals[signal] : 1);
}

/**
 * Waits until all long-lived children have exited, and forwards signals to them. Each child has its own session, so that
 * Ctrl-C (which a terminal sends to every process, and npm sends again) reaches it exactly once, from here. A
 * second Ctrl-C, at least a second later, kills them.
 * @param {import("node:child_process").ChildProcess[]} children started with `detached: true`
 * @param {{ together?: boolean }} [options] `together`: when one exits, the others are stopped
 * @returns {Promise<number>} 0 after a clean stop, otherwise the first nonzero code
 */
export async function accompany(children, { together = false } = {}) {
  let askedAt = 0;
  const tell = (/** @type {NodeJS.Signals} */ signal) => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) continue;
      try {
        // SIGKILL goes to the child's whole group, because the child can't pass it on.
        if (signal === "SIGKILL") process.kill(-child.pid, signal);
        else child.kill(signal);
      } catch {
        // It exited just now.
      }
    }
  };
  const onSignal = (/** @type {NodeJS.Signals} */ signal) => {
    const now = Date.now();
    if (askedAt === 0) {
      askedAt = now;
      tell(signal === "SIGHUP" ? "SIGTERM" : signal);
    } else if (now - askedAt > 1000) tell("SIGKILL");
  };
  for (const signal of /** @type {NodeJS.Signals[]} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, onSignal);
  if (process.env.npm_lifecycle_event) {
    // Killing npm is meant to stop this process, too.
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && askedAt === 0 && onSignal("SIGTERM"), 500).unref();
  }

  const codes = await Promise.all(
    children.map(
      (child) =>
        new Promise((/** @type {(code: number) => void} */ resolve) => {
          const end = (/** @type {number} */ code) => {
            if (together && askedAt === 0) {
              askedAt = Date.now();
              tell("SIGTERM");
            }
            resolve(code);
          };
          child.once("error", (error) => {
            process.stderr.write(`${error.message}\n`);
            end(127);
          });
          child.once("exit", (code, signal) => end(exitCode(code, signal)));
        }),
    ),
  );
  // A child that exits from the forwarded signal has stopped cleanly.
  const asAsked = askedAt > 0 ? [0, 130, 143] : [0];
  return codes.find((code) => !asAsked.includes(code)) ?? 0;
}
