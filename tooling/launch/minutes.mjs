// How long each part of a run took, compared with its budget.

/**
 * Seconds that each part may take on two idle cores, from a clean clone. A part that exceeds its budget by half is
 * named.
 */
export const BUDGET = {
  Install: 45,
  Style: 15,
  Types: 75,
  "Unit and integration tests": 300,
  Build: 30,
  "Browser tests": 360,
};

/** @typedef {keyof typeof BUDGET} Part */

/**
 * A table of parts, their seconds and their budgets, and a sentence for each part that exceeded its budget by half.
 * @param {readonly { part: Part, ms: number }[]} laps @returns {string}
 */
export function minutes(laps) {
  const width = Math.max(...Object.keys(BUDGET).map((part) => part.length));
  const row = (/** @type {string} */ name, /** @type {number} */ ms, /** @type {number} */ budget) =>
    `${name.padEnd(width)}  ${clock(ms / 1000).padStart(6)}  of ${clock(budget).padStart(5)}`;
  const total = laps.reduce((sum, { ms }) => sum + ms, 0);
  const all = laps.reduce((sum, { part }) => sum + BUDGET[part], 0);
  const over = laps.filter(({ part, ms }) => ms / 1000 > 1.5 * BUDGET[part]);
  return [
    ...laps.map(({ part, ms }) => row(part, ms, BUDGET[part])),
    row("Total", total, all),
    ...over.map(({ part, ms }) => `${part} took ${(ms / 1000 / BUDGET[part]).toFixed(1)} times its budget.`),
  ].join("\n");
}

/** @param {number} seconds */
function clock(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
