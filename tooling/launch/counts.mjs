// Adds up what the runners report.

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

/** A step that is itself one check. @param {number} code exit code @returns {Counts} */
export function check(code) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/**
 * Vitest's JSON report. A file that could not be loaded has no tests and counts as one failure, and so does a run that
 * failed for another reason (an unhandled error, no report at all).
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

/** Playwright's JSON report: a test that passed on a retry has passed. @param {any} report @param {number} code @returns {Counts} */
export function fromPlaywright(report, code) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  return settled({ passed: expected + flaky, failed: unexpected, skipped }, code);
}

/** @param {Counts} counts @param {number} code @returns {Counts} */
function settled(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** The plain closing line. @param {Counts} counts */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
