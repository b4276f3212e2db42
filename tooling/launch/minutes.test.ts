import { expect, it } from "vitest";
import { minutes } from "./minutes.mjs";

it("compares the minutes of each part with its budget, adds them up, and names parts that exceed it by half", () => {
  const report = minutes([
    { part: "Style", ms: 5_400 },
    { part: "Types", ms: 75_000 },
    { part: "Browser tests", ms: 541_000 },
  ]);
  expect(report.split("\n")).toEqual([
    "Style                         0:05  of  0:15",
    "Types                         1:15  of  1:15",
    "Browser tests                 9:01  of  6:00",
    "Total                        10:21  of  7:30",
    "Browser tests took 1.5 times its budget.",
  ]);
});

it("doesn't name a part that exceeds its budget by less than half", () => {
  expect(minutes([{ part: "Style", ms: 22_000 }])).not.toContain("times its budget");
});
