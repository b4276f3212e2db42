// How long each part of a run took, compared with its budget.

/** Seconds that each part may take on the reference machine (calibrate.mjs), idle, from a clean clone. */
export const BUDGET = {
  Install: 45,
  Style: 15,
  Types: 90,
  "Unit and integration tests": 240,
  Build: 30,
  "Browser tests": 180,
};

/** @typedef {keyof typeof BUDGET} Part */

/**
 * A table of parts, their minutes and their budgets, scaled by the machine's speed, and a sentence for each part that exceeded
 * its budget by half.
 * @param {readonly { part: Part, ms: number }[]} laps @param {number} [speed] of this machine, 1 for the reference; without it, nothing is compared
 * @returns {string}
 */
export function minutes(laps, speed) {
  const width = Math.max(...Object.keys(BUDGET).map((part) => part.length));
  const budget = (/** @type {Part} */ part) => BUDGET[part] / (speed ?? 1);
  const row = (/** @type {string} */ name, /** @type {number} */ ms, /** @type {number} */ seconds) =>
    `${name.padEnd(width)}  ${clock(ms / 1000).padStart(6)}${speed ? `  of ${clock(seconds).padStart(5)}` : ""}`;
  const total = laps.reduce((sum, { ms }) => sum + ms, 0);
  const all = laps.reduce((sum, { part }) => sum + budget(part), 0);
  const late = laps
    .filter(({ part, ms }) => ms / 1000 > 1.5 * budget(part))
    .map(({ part, ms }) => `${part} took ${(ms / 1000 / budget(part)).toFixed(1)} times its budget.`);
  return [
    ...laps.map(({ part, ms }) => row(part, ms, budget(part))),
    row("Total", total, all),
    ...(speed
      ? [`Speed of this machine: ${speed.toFixed(2)} of the reference. Budgets are scaled by it.`, ...late]
      : []),
  ].join("\n");
}

/** The most seconds that a test, and all tests of a file, may take in the gate on the reference machine. */
const LONGEST = { test: 5, file: 20 };

/**
 * A line for each test and each file that took longer than the gate's may, the longest first.
 * @param {readonly { test: string, file: string, ms: number }[]} tests @param {number} speed of this machine
 * @returns {string[]}
 */
export function tooLong(tests, speed) {
  /** @type {Map<string, number>} */
  const files = new Map();
  // Playwright's workers share the tests of a file.
  for (const { file, ms } of tests) if (!file.endsWith(".spec.ts")) files.set(file, (files.get(file) ?? 0) + ms);
  const over = (/** @type {string} */ name, /** @type {number} */ ms, /** @type {number} */ most) => {
    const seconds = (ms / 1000) * speed;
    return seconds > most ? [{ seconds, line: `${seconds.toFixed(1)} s of ${most}: ${name}` }] : [];
  };
  return [
    ...[...files].flatMap(([file, ms]) => over(file, ms, LONGEST.file)),
    ...tests.flatMap(({ test, ms }) => over(test, ms, LONGEST.test)),
  ]
    .sort((a, b) => b.seconds - a.seconds)
    .map(({ line }) => line);
}

/** Minutes and seconds, as in 9:05. @param {number} seconds */
export function clock(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
