import { expect, it } from "vitest";
import { fromOutput, fromReport } from "./verdict.ts";

const report = (tests: readonly { status: string; failureMessages?: string[] }[], file: object = {}) => ({
  numPassedTests: tests.filter(({ status }) => status === "passed").length,
  testResults: [
    {
      name: "/copy/a.test.ts",
      status: tests.some(({ status }) => status === "failed") ? "failed" : "passed",
      assertionResults: tests.map((test, nth) => ({
        ancestorTitles: ["", "block"],
        title: `test ${nth + 1}`,
        ...test,
      })),
      ...file,
    },
  ],
});

it("counts a failed assertion as a caught fault, and names its test", () => {
  const failed = report([
    { status: "passed" },
    { status: "failed", failureMessages: ["AssertionError: expected 1 to be 2"] },
  ]);
  expect(fromReport(failed, 1)).toEqual({
    caught: true,
    tests: [{ file: "/copy/a.test.ts", title: "block > test 2" }],
  });
});

it("counts a run in which all tests pass as a missed fault", () => {
  expect(fromReport(report([{ status: "passed" }, { status: "skipped" }]), 0)).toEqual({
    caught: false,
    why: "SURVIVED",
  });
});

it.each([
  ["code that can't run", report([{ status: "failed", failureMessages: ["ReferenceError: x is not defined"] }])],
  [
    "a test that ran out of time",
    report([{ status: "failed", failureMessages: ["Error: Test timed out in 30000ms."] }]),
  ],
  ["a file that can't be loaded", report([], { status: "failed", message: "SyntaxError: Unexpected token" })],
  ["a run without tests", report([{ status: "skipped" }])],
  ["no report", undefined],
])("does not count %s as a caught fault", (_, given) => {
  expect(fromReport(given, 1)).toEqual({ caught: false, why: expect.stringMatching(/^BROKEN/) });
});

it("parses failed tests from the output of both runners", () => {
  const printed = [
    "\u001b[31m FAIL \u001b[39m packages/ledger/src/post.test.ts > idempotence > refuses the same key",
    "  1) [chromium] › src/wallet.spec.ts:12:3 › the wallet › sells ────────",
    " FAIL  tooling/faults/src/faults.test.ts > still applies every fault",
    "  2 failed",
  ];
  expect(fromOutput(printed.join("\n"), 1)).toEqual({
    caught: true,
    tests: [
      { file: "packages/ledger/src/post.test.ts", title: "idempotence > refuses the same key" },
      { file: "src/wallet.spec.ts", title: "the wallet › sells" },
    ],
  });
  expect(fromOutput("all passed", 0)).toEqual({ caught: false, why: "SURVIVED" });
  expect(fromOutput("src/a.ts(1,1): error TS1005", 2)).toEqual({
    caught: false,
    why: expect.stringMatching(/^BROKEN/),
  });
});
