import { expect, it } from "vitest";
import { check, fromPlaywright, fromVitest, sum, summary, testsInPlaywright, testsInVitest } from "./counts.mjs";

const report = (counts: object, testResults: object[] = []) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults,
  ...counts,
});

it("adds up runners and checks in the closing line", () => {
  const vitest = fromVitest(report({ numPassedTests: 40, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }), 1);
  const playwright = fromPlaywright({ stats: { expected: 7, unexpected: 2, flaky: 1, skipped: 3 } }, 1);
  expect(summary(sum([check(0), check(1), vitest, playwright]))).toBe("49 passed, 4 failed, 6 skipped");
});

it("counts a test file that can't be loaded as a failure", () => {
  const files = [
    { status: "failed", assertionResults: [] },
    { status: "failed", assertionResults: [{ status: "failed" }] },
    { status: "passed", assertionResults: [{ status: "passed" }] },
  ];
  expect(fromVitest(report({ numPassedTests: 1, numFailedTests: 1 }, files), 1).failed).toBe(2);
});

it("doesn't count tests of another tier as skipped", () => {
  const tests = [{ status: "passed" }, { status: "skipped", tags: ["proof"] }, { status: "skipped", tags: [] }];
  const counts = report({ numPassedTests: 1, numPendingTests: 2 }, [{ status: "passed", assertionResults: tests }]);
  expect(fromVitest(counts, 0, "proof")).toEqual({ passed: 1, failed: 0, skipped: 1 });
  expect(fromVitest(counts, 0).skipped).toBe(2);
});

it.each([
  ["vitest without a report", fromVitest(undefined, 1)],
  ["vitest with an unhandled error only", fromVitest(report({ numPassedTests: 3 }), 1)],
  [
    "vitest with a failed test and an unhandled error",
    { failed: fromVitest(report({ numFailedTests: 1, unhandledErrors: 1 }), 1).failed - 1 },
  ],
  ["Playwright without a report", fromPlaywright(undefined, 1)],
  ["Playwright with an error outside of tests", fromPlaywright({ stats: { expected: 3 }, errors: [{}] }, 1)],
])("never calls a failed run passed: %s", (_case, counts) => {
  expect(counts.failed).toBe(1);
});

it("names each test with its file, groups, title and reason, and a file that can't be loaded alone", () => {
  const test = (status: string, title: string, ...ancestorTitles: string[]) => ({
    ...{ status, title, ancestorTitles, duration: 1_500 },
    failureMessages: status === "failed" ? ["\u001b[31mError: 1 is not 2\u001b[39m\n    at a.test.ts:3"] : [],
  });
  const files = [
    { name: "/p/a.test.ts", status: "failed", assertionResults: [test("failed", "holds", "one", "two")] },
    { name: "/p/b.test.ts", status: "passed", assertionResults: [test("passed", "holds"), test("pending", "waits")] },
    { name: "/p/src/c.test.ts", status: "failed", assertionResults: [], message: "No such file" },
  ];
  const [a, b, c] = ["a.test.ts", "b.test.ts", "src/c.test.ts"];
  expect(testsInVitest({ testResults: files }, "/p")).toEqual([
    {
      test: `${a} › one › two › holds`,
      file: a,
      passed: false,
      ms: 1_500,
      reason: "Error: 1 is not 2\n    at a.test.ts:3",
    },
    { test: `${b} › holds`, file: b, passed: true, ms: 1_500, reason: "" },
    { test: c, file: c, passed: false, ms: 0, reason: "No such file" },
  ]);
  expect(testsInVitest(undefined, "/p")).toEqual([]);
});

it("repeats only the beginning of a long reason", () => {
  const failureMessages = [Array.from({ length: 50 }, () => "x".repeat(5000)).join("\n")];
  const files = [
    { name: "/p/a.test.ts", status: "failed", assertionResults: [{ status: "failed", title: "a", failureMessages }] },
  ];
  const [failure] = testsInVitest({ testResults: files }, "/p");
  expect(failure?.reason.length).toBeGreaterThan(400);
  expect(failure?.reason.length).toBeLessThan(17_000);
});

it("names each browser test with its file, groups, title and reason, once for all its tries", () => {
  const spec = (title: string, status: string, ...errors: string[]) => ({
    title,
    tests: [{ status, results: errors.map((message) => ({ duration: 700, error: { message } })) }],
  });
  const file = {
    title: "a.spec.ts",
    file: "a.spec.ts",
    specs: [spec("opens", "unexpected", "too late", "closed"), spec("closes", "expected"), spec("wavers", "flaky")],
    suites: [{ title: "on a phone", file: "a.spec.ts", specs: [spec("fits", "unexpected"), spec("waits", "skipped")] }],
  };
  const report = { config: { rootDir: "/p/e2e/src" }, suites: [file] };
  const path = "e2e/src/a.spec.ts";
  expect(testsInPlaywright(report, "/p")).toEqual([
    { test: `${path} › opens`, file: path, passed: false, ms: 700, reason: "closed" },
    { test: `${path} › closes`, file: path, passed: true, ms: 0, reason: "" },
    { test: `${path} › wavers`, file: path, passed: true, ms: 0, reason: "" },
    { test: `${path} › on a phone › fits`, file: path, passed: false, ms: 0, reason: "" },
  ]);
  expect(testsInPlaywright(undefined, "/p")).toEqual([]);
});
