import { spawn } from "node:child_process";
import { constants } from "node:os";

/**
 * @typedef {object} Outcome
 * @property {number} code exit code; 128 + n after signal n, 127 when the program could not be started
 * @property {string} output the last part of what it wrote to stdout and stderr, when it was captured
 */

const KEPT = 200_000;

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/** Asks every program that `run` has under way to end. */
export function interrupt() {
  for (const child of running) child.kill("SIGTERM");
}

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, capture?: boolean, onLine?: (line: string) => void }} [options]
 *   `capture` keeps the output instead of showing it
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
 * Runs long-lived children to the end of all of them, and passes on what ends us. Each child has a session of its own, so
 * that Ctrl-C (which a terminal sends to everybody, and npm sends once more) reaches it exactly once, through here; a
 * second Ctrl-C, at least a second later, kills.
 * @param {import("node:child_process").ChildProcess[]} children started with `detached: true`
 * @param {{ together?: boolean }} [options] `together`: when one ends the others are ended, too
 * @returns {Promise<number>} 0 after a clean stop, else the first code that is not 0
 */
export async function accompany(children, { together = false } = {}) {
  let askedAt = 0;
  const tell = (/** @type {NodeJS.Signals} */ signal) => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) continue;
      try {
        // SIGKILL goes to all that the child has started: nobody is left to pass it on.
        if (signal === "SIGKILL") process.kill(-child.pid, signal);
        else child.kill(signal);
      } catch {
        // It ended in this very moment.
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
    // Whoever kills npm means us, too.
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
  // Who ends by the signal that we passed on has done as asked.
  const asAsked = askedAt > 0 ? [0, 130, 143] : [0];
  return codes.find((code) => !asAsked.includes(code)) ?? 0;
}
