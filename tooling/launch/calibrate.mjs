// How fast this machine is now, compared with the one that the budgets in minutes.mjs were set on.
import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { isMainThread, Worker } from "node:worker_threads";

/** Milliseconds that the same work takes on the reference: two idle cores of an EPYC server. */
const REFERENCE_MS = 2_000;
const CORES = 2;
const ROUNDS = 118;

/**
 * Works for about two seconds on as many cores as the reference has.
 * @returns {Promise<number>} 0.5 if this machine takes twice as long as the reference
 */
export async function measureSpeed() {
  const from = performance.now();
  const shares = Math.min(CORES, availableParallelism());
  await Promise.all(
    Array.from(
      { length: shares },
      () =>
        new Promise((resolve, reject) => {
          new Worker(new URL(import.meta.url)).once("exit", resolve).once("error", reject);
        }),
    ),
  );
  return (REFERENCE_MS / (performance.now() - from)) * (shares / CORES);
}

/** A mix of what the tests do: hashing, parsing, sorting, matching. */
function work() {
  const rows = Array.from({ length: 20_000 }, (_, nth) => ({
    id: String(nth),
    name: `member ${(nth * 7919) % 10_007}`,
  }));
  for (let round = 0; round < ROUNDS; round++) {
    const text = JSON.stringify(rows);
    createHash("sha256").update(text).digest("hex");
    JSON.parse(text).sort((/** @type {any} */ a, /** @type {any} */ b) => (a.name < b.name ? -1 : 1));
    text.replace(/\d+/g, "x");
  }
}

if (!isMainThread) work();
