import { expect, it } from "vitest";
import { minutes, tooLong } from "./minutes.mjs";

it("compares the minutes of each part with its budget at this machine's speed, adds them up, and names parts that exceed it by half", () => {
  const report = minutes(
    [
      { part: "Style", ms: 5_400 },
      { part: "Types", ms: 75_000 },
      { part: "Browser tests", ms: 541_000 },
    ],
    0.5,
  );
  expect(report.split("\n")).toEqual([
    "Style                         0:05  of  0:30",
    "Types                         1:15  of  3:00",
    "Browser tests                 9:01  of  6:00",
    "Total                        10:21  of  9:30",
    "Speed of this machine: 0.50 of the reference. Budgets are scaled by it.",
    "Browser tests took 1.5 times its budget.",
  ]);
});

it("doesn't name a part that exceeds its budget by less than half", () => {
  expect(minutes([{ part: "Style", ms: 22_000 }], 1)).not.toContain("times its budget");
});

it("compares nothing where there is no budget, as in a run of all proofs", () => {
  expect(minutes([{ part: "Style", ms: 5_000 }])).toBe(
    `Style${" ".repeat(21)}  ${"  0:05"}\nTotal${" ".repeat(21)}  ${"  0:05"}`,
  );
});

it("names tests over 5 s and files over 20 s at the reference's speed, the longest first", () => {
  const test = (name: string, file: string, ms: number) => ({ test: `${file} › ${name}`, file, ms });
  const many = Array.from({ length: 9 }, (_, nth) => test(String(nth), "many.test.ts", 2_400));
  const tests = [test("quick", "a.test.ts", 4_900), test("slow", "a.test.ts", 5_600), ...many];
  expect(tooLong(tests, 1)).toEqual(["21.6 s of 20: many.test.ts", "5.6 s of 5: a.test.ts › slow"]);
  expect(tooLong(tests, 0.8)).toEqual([]);
  expect(
    tooLong(
      [1, 2].map((nth) => test(String(nth), "shared.spec.ts", 11_000)),
      0.4,
    ),
  ).toEqual([]);
  expect(tooLong([test("fast machine", "b.test.ts", 3_000)], 2)).toEqual(["6.0 s of 5: b.test.ts › fast machine"]);
});
