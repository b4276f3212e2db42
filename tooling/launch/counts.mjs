// Adds up the results of the test runners, and names what failed.
import { join, relative } from "node:path";

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
 * @param {any} report @param {number} code exit code @returns {Counts}
 */
export function fromVitest(report, code) {
  const files = report?.testResults ?? [];
  const broken = files.filter(
    (/** @type {any} */ file) =>
      file.status === "failed" && !file.assertionResults?.some((/** @type {any} */ t) => t.status === "failed"),
  ).length;
  return settled(
    {
      passed: report?.numPassedTests ?? 0,
      failed: (report?.numFailedTests ?? 0) + broken,
      skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    },
    code,
  );
}

/** Counts Playwright's JSON report. A test that passed on a retry counts as passed. @param {any} report @param {number} code @returns {Counts} */
export function fromPlaywright(report, code) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  return settled({ passed: expected + flaky, failed: unexpected, skipped }, code);
}

/**
 * Names the failed tests of Vitest's JSON report: file › titles. A file that couldn't be loaded is named alone.
 * @param {any} report @param {string} root @returns {string[]}
 */
export function failedInVitest(report, root) {
  return (report?.testResults ?? []).flatMap((/** @type {any} */ file) => {
    const path = relative(root, file.name);
    const failed = (file.assertionResults ?? []).filter((/** @type {any} */ test) => test.status === "failed");
    if (file.status === "failed" && failed.length === 0) return [path];
    return failed.map((/** @type {any} */ test) => [path, ...(test.ancestorTitles ?? []), test.title].join(" › "));
  });
}

/** Names the failed tests of Playwright's JSON report: file › titles. @param {any} report @param {string} root @returns {string[]} */
export function failedInPlaywright(report, root) {
  const path = (/** @type {string} */ file) => relative(root, join(report.config?.rootDir ?? root, file));
  /** @param {any} suite @param {readonly string[]} above @returns {string[]} */
  const failedIn = (suite, above) => [
    ...(suite.specs ?? [])
      .filter((/** @type {any} */ spec) => spec.tests.some((/** @type {any} */ test) => test.status === "unexpected"))
      .map((/** @type {any} */ spec) => [...above, spec.title].join(" › ")),
    ...(suite.suites ?? []).flatMap((/** @type {any} */ inner) => failedIn(inner, [...above, inner.title])),
  ];
  return (report?.suites ?? []).flatMap((/** @type {any} */ suite) => failedIn(suite, [path(suite.file)]));
}

/** @param {Counts} counts @param {number} code @returns {Counts} */
function settled(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** Returns the closing line. @param {Counts} counts */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
