import { expect, it } from "vitest";
import { filesToRepeat, flakyReport, together } from "./second-look.mjs";

const outcome = (file: string, title: string, passed: boolean) => ({
  ...{ test: title ? `${file} › ${title}` : file, file, passed, ms: 0 },
  reason: passed ? "" : "Error: 1 is not 2",
});
const result = (tests: ReturnType<typeof outcome>[], unexplained = 0) => ({
  counts: {
    passed: tests.filter(({ passed }) => passed).length,
    failed: tests.filter(({ passed }) => !passed).length + unexplained,
    skipped: 2,
  },
  tests,
});

it("repeats the files in which tests failed", () => {
  const tests = [outcome("a.test.ts", "x", false), outcome("a.test.ts", "y", false), outcome("b.test.ts", "x", true)];
  expect(filesToRepeat(result(tests))).toEqual(["a.test.ts"]);
});

it.each([
  ["more than three files failed", result(["a", "b", "c", "d"].map((name) => outcome(`${name}.test.ts`, "x", false)))],
  ["a race failed", result([outcome("apps/server/src/tests/refunds.races.test.ts", "x", false)])],
  ["a payment failed", result([outcome("apps/server/src/tests/wallet.withdrawals.test.ts", "x", false)])],
  ["a proof of money failed", result([outcome("apps/server/src/tests/money.model.test.ts", "x", false)])],
  ["something failed outside of all tests", result([outcome("a.test.ts", "x", false)], 1)],
  ["nothing failed", result([outcome("a.test.ts", "x", true)])],
])("repeats nothing if %s", (_case, first) => {
  expect(filesToRepeat(first)).toEqual([]);
});

it("counts what passes alone as passed and names it as flaky, with its first error", () => {
  const first = result([
    outcome("a.test.ts", "x", false),
    outcome("b.test.ts", "", false),
    outcome("c.test.ts", "x", true),
  ]);
  const second = result([outcome("a.test.ts", "x", true), outcome("b.test.ts", "y", true)]);
  const both = together(first, second);
  // One that couldn't run at first did now.
  expect(both.counts).toEqual({ passed: 3, failed: 0, skipped: 1 });
  expect(both.flaky.map(({ test, reason }) => [test, reason])).toEqual([
    ["a.test.ts › x", "Error: 1 is not 2"],
    ["b.test.ts", "Error: 1 is not 2"],
  ]);
  const known = [{ test: "b.test.ts", firstSeen: "2026-01-01", times: 2 }];
  expect(flakyReport(both.flaky, known)).toMatch(
    /a\.test\.ts › x \(new: add it[\s\S]+b\.test\.ts \(seen before: 2, first on 2026-01-01/,
  );
});

it("counts as failed what fails again, what fails only alone, and everything if the second run broke off", () => {
  const first = result([
    outcome("a.test.ts", "x", false),
    outcome("a.test.ts", "y", false),
    outcome("a.test.ts", "z", true),
  ]);
  const again = [outcome("a.test.ts", "x", true), outcome("a.test.ts", "y", false), outcome("a.test.ts", "z", false)];
  expect(together(first, result(again)).counts).toEqual({ passed: 1, failed: 2, skipped: 2 });
  expect(together(first, result([])).counts).toEqual(first.counts);
  expect(together(first, result([outcome("a.test.ts", "x", true)], 1)).flaky).toEqual([]);
  const late = [outcome("a.test.ts", "x", true), outcome("a.test.ts", "y", true), outcome("a.test.ts", "", false)];
  expect(together(first, result(late)).counts.failed).toBe(1);
  const twins = [outcome("a.test.ts", "x", false), outcome("a.test.ts", "x", true)];
  expect(together(result(twins), result(twins)).counts.failed).toBe(2);
});
