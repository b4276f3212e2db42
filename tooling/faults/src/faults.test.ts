import { expect, it } from "vitest";
import { AREAS } from "./fault.ts";
import { faults } from "./faults.ts";
import { changesOf, checkoutFiles, fileEnding, ROOT } from "./locate.ts";

const files = checkoutFiles(ROOT);

it("applies every fault to the current code, and finds the file of the test that has to catch it", () => {
  const stale = faults.flatMap((fault) => {
    try {
      changesOf(fault, files);
      fileEnding(files, fault.caught);
      return [];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  });
  expect(stale).toEqual([]);
});

it("has at least 80 faults, 12 in each area, with unique names", () => {
  expect(faults.length).toBeGreaterThanOrEqual(80);
  for (const area of AREAS)
    expect(faults.filter((fault) => fault.area === area).length, area).toBeGreaterThanOrEqual(12);
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
});
