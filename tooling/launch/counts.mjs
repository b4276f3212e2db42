// Adds up the results of the test runners, and names what failed.
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @param {Counts[]} all @returns {Counts} */
export function sum(all) {
  return all.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** Counts a step as one check. @param {number} code exit code @returns {Counts} */
export function check(code) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/**
 * Counts Vitest's JSON report. A file that couldn't be loaded has no tests and counts as one failure, as does a run that
 * failed for another reason (an unhandled error, or no report).
 * @param {any} report @param {number} code exit code
 * @param {string} [leftOut] the tag of tests that weren't asked for, and so aren't counted as skipped
 * @returns {Counts}
 */
export function fromVitest(report, code, leftOut) {
  const files = report?.testResults ?? [];
  const tests = files.flatMap((/** @type {any} */ file) => file.assertionResults ?? []);
  const unasked = tests.filter(
    (/** @type {any} */ { status, tags }) => leftOut && /skipped|pending/.test(status) && tags?.includes(leftOut),
  );
  const broken = files.filter(
    (/** @type {any} */ file) =>
      file.status === "failed" && !file.assertionResults?.some((/** @type {any} */ t) => t.status === "failed"),
  ).length;
  return settled(
    {
      passed: report?.numPassedTests ?? 0,
      failed: (report?.numFailedTests ?? 0) + broken + (report?.unhandledErrors ?? 0),
      skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0) - unasked.length,
    },
    code,
  );
}

/** Counts Playwright's JSON report. A test that passed on a retry counts as passed. @param {any} report @param {number} code @returns {Counts} */
export function fromPlaywright(report, code) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  const outside = report?.errors?.length ?? 0;
  return settled({ passed: expected + flaky, failed: unexpected + outside, skipped }, code);
}

/**
 * One test of a report.
 * @typedef {object} Outcome
 * @property {string} test file › titles
 * @property {string} file path below the root
 * @property {boolean} passed
 * @property {number} ms how long it took
 * @property {string} reason how its error begins
 */

/** How much of an error the end of a run repeats; the rest stands above. */
const REASON = { lines: 40, columns: 400 };
/** Vitest's report has no message for a suite that fails by itself. */
const OUTSIDE = "It failed outside of its tests. The error is above.";

/**
 * The tests of Vitest's JSON report that ran. A file that couldn't be loaded is named alone, as failed.
 * @param {any} report @param {string} root @returns {Outcome[]}
 */
export function testsInVitest(report, root) {
  return (report?.testResults ?? []).flatMap((/** @type {any} */ result) => {
    const file = relative(root, result.name);
    /** @type {Outcome[]} */
    const tests = (result.assertionResults ?? [])
      .filter((/** @type {any} */ test) => test.status === "failed" || test.status === "passed")
      .map((/** @type {any} */ test) => ({
        test: [file, ...(test.ancestorTitles ?? []), test.title].join(" › "),
        file,
        passed: test.status === "passed",
        ms: test.duration ?? 0,
        reason: beginning(test.failureMessages?.[0]),
      }));
    const isBroken = result.status === "failed" && tests.every(({ passed }) => passed);
    return isBroken
      ? [...tests, { test: file, file, passed: false, ms: 0, reason: beginning(result.message || OUTSIDE) }]
      : tests;
  });
}

/** The tests of Playwright's JSON report that ran, each with its last try's error. @param {any} report @param {string} root @returns {Outcome[]} */
export function testsInPlaywright(report, root) {
  const path = (/** @type {string} */ file) => relative(root, join(report.config?.rootDir ?? root, file));
  /** @param {any} suite @param {string} file @param {readonly string[]} above @returns {Outcome[]} */
  const testsIn = (suite, file, above) => [
    ...(suite.specs ?? []).flatMap((/** @type {any} */ spec) => {
      const ran = spec.tests.filter((/** @type {any} */ test) => test.status !== "skipped");
      const failed = ran.find((/** @type {any} */ test) => test.status === "unexpected");
      const reason = beginning(failed?.results?.at(-1)?.error?.message);
      const ms = ran.at(-1)?.results?.at(-1)?.duration ?? 0;
      return ran.length > 0 ? [{ test: [...above, spec.title].join(" › "), file, passed: !failed, ms, reason }] : [];
    }),
    ...(suite.suites ?? []).flatMap((/** @type {any} */ inner) => testsIn(inner, file, [...above, inner.title])),
  ];
  return (report?.suites ?? []).flatMap((/** @type {any} */ suite) =>
    testsIn(suite, path(suite.file), [path(suite.file)]),
  );
}

/** @param {string | undefined} message */
function beginning(message) {
  return stripVTControlCharacters(message ?? "")
    .trim()
    .split("\n")
    .slice(0, REASON.lines)
    .map((line) => line.slice(0, REASON.columns))
    .join("\n");
}

/** @param {Counts} counts @param {number} code @returns {Counts} */
function settled(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** Returns the closing line. @param {Counts} counts */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
