// What failed is run once more, alone. What passes then is flaky: counted as passed, and named.
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { ROOT } from "./toolchain.mjs";

/** More failed files than this are no accident. */
const MOST_FILES = 3;
/** Where a failure that comes and goes is the very fault that is looked for. */
const NEVER =
  /races|crash|processes|at-once|attacks|tests\/(money|seeds|wallet|bounty|settlement|refunds)|packages\/(ledger|chain|local-chain|signer)\/|cli\/src\/money/;

/**
 * @typedef {{ counts: import("./counts.mjs").Counts, tests: readonly import("./counts.mjs").Outcome[] }} Result
 * @typedef {import("./counts.mjs").Outcome & { load: string }} Flaky
 */

/**
 * The files to run again: none if too many failed, or one that never gets a second look.
 * @param {Result} first @returns {string[]}
 */
export function filesToRepeat({ counts, tests }) {
  const failed = tests.filter(({ passed }) => !passed);
  const files = [...new Set(failed.map(({ file }) => file))];
  // An error outside of any test can't be looked at again.
  const isExplained = counts.failed <= failed.length;
  return isExplained && files.length <= MOST_FILES && !files.some((file) => NEVER.test(file)) ? files : [];
}

/**
 * Both runs as one: what failed first and passed alone is flaky, everything else that failed in either has failed.
 * @param {Result} first @param {Result} second of the files to repeat
 * @returns {Result & { flaky: Flaky[] }}
 */
export function together(first, second) {
  // A second run that ended badly for another reason clears nothing.
  if (second.counts.failed > second.tests.filter(({ passed }) => !passed).length) return { ...first, flaky: [] };
  /** @type {Map<string, import("./counts.mjs").Outcome>} */
  const alone = new Map();
  // Of tests with equal titles, the one that failed counts.
  for (const one of second.tests) if (alone.get(one.test)?.passed !== false) alone.set(one.test, one);
  /** A file that couldn't be loaded has no test of its name once it can be. @param {string} file */
  const isSound = (file) => {
    const its = second.tests.filter((one) => one.file === file);
    return its.length > 0 && its.every(({ passed }) => passed);
  };
  const load = loadavg()
    .map((minute) => minute.toFixed(1))
    .join(" ");
  /** @type {Flaky[]} */
  const flaky = [];
  const tests = first.tests.map((one) => {
    const later = alone.get(one.test);
    if (one.passed) return later && !later.passed ? later : one;
    if (!(later?.passed ?? (one.test === one.file && isSound(one.file)))) return one;
    flaky.push({ ...one, load });
    return { ...one, passed: true };
  });
  // What a failure had kept from running.
  const known = new Set(first.tests.map(({ test }) => test));
  const late = second.tests.filter(({ test }) => !known.has(test));
  // A file that could be loaded after all is no test.
  const all = [...tests.filter(({ test, file, passed }) => test !== file || !passed), ...late];
  const [passed, failed] = [true, false].map((is) => all.filter((one) => one.passed === is).length);
  const skipped = Math.max(0, first.counts.skipped - late.length);
  return { counts: { passed: passed ?? 0, failed: failed ?? 0, skipped }, tests: all, flaky };
}

/** @typedef {{ test: string, firstSeen: string, times: number }} Known an entry of flaky.json, kept by hand */

/** Flaky tests, each with what is known of it. @param {readonly Flaky[]} flaky @param {readonly Known[]} [known] */
export function flakyReport(
  flaky,
  known = JSON.parse(readFileSync(join(ROOT, "tooling", "launch", "flaky.json"), "utf8")),
) {
  return flaky
    .map(({ test, reason, load }) => {
      const seen = known.find((one) => one.test === test);
      const before = seen
        ? `seen before: ${seen.times}, first on ${seen.firstSeen}`
        : "new: add it to tooling/launch/flaky.json";
      return `  ${test} (${before}; load ${load})\n${reason.replace(/^/gm, "    ")}`;
    })
    .join("\n");
}
