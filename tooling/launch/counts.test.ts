import { expect, it } from "vitest";
import { check, fromPlaywright, fromVitest, sum, summary } from "./counts.mjs";

const report = (counts: object, testResults: object[] = []) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults,
  ...counts,
});

it("adds up the runners and the checks into the closing line", () => {
  const vitest = fromVitest(report({ numPassedTests: 40, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }), 1);
  const playwright = fromPlaywright({ stats: { expected: 7, unexpected: 2, flaky: 1, skipped: 3 } }, 1);
  expect(summary(sum([check(0), check(1), vitest, playwright]))).toBe("49 passed, 4 failed, 6 skipped");
});

it("counts a test file that cannot be loaded as a failure", () => {
  const files = [
    { status: "failed", assertionResults: [] },
    { status: "failed", assertionResults: [{ status: "failed" }] },
    { status: "passed", assertionResults: [{ status: "passed" }] },
  ];
  expect(fromVitest(report({ numPassedTests: 1, numFailedTests: 1 }, files), 1).failed).toBe(2);
});

it.each([
  ["vitest without a report", fromVitest(undefined, 1)],
  ["vitest with an unhandled error only", fromVitest(report({ numPassedTests: 3 }), 1)],
  ["Playwright without a report", fromPlaywright(undefined, 1)],
])("never calls a failed run passed: %s", (_case, counts) => {
  expect(counts.failed).toBe(1);
});
