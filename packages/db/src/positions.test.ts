import { expect, it } from "vitest";
import { createPositions } from "./positions.ts";

it("a replica is as far behind as it's ago that the primary was first seen at what it lacks", () => {
  const positions = createPositions();
  expect(positions.lagOf(5n, 0)).toBe(Number.POSITIVE_INFINITY);
  positions.note(10n, 1_000);
  positions.note(20n, 2_000);
  positions.note(20n, 3_000);
  positions.note(30n, 4_000);
  expect([10n, 19n, 20n, 30n, 31n].map((replayed) => positions.lagOf(replayed, 9_000))).toEqual([
    7_000, 7_000, 5_000, 0, 0,
  ]);
});

it("one that has never been as far as the primary was isn't taken for a recent one", () => {
  const positions = createPositions();
  positions.note(10n, 1_000);
  expect(positions.lagOf(9n, 1_001)).toBe(Number.POSITIVE_INFINITY);
  expect(positions.lagOf(10n, 1_001)).toBe(0);
});

it("after a failover to a server whose log ends earlier, lag is measured against that", () => {
  const positions = createPositions();
  positions.note(100n, 1_000);
  positions.note(90n, 2_000);
  expect(positions.lagOf(90n, 3_000)).toBe(0);
  positions.note(95n, 4_000);
  expect(positions.lagOf(90n, 5_000)).toBe(1_000);
});

it("forgets what is long past and still knows that a replica is behind", () => {
  const positions = createPositions();
  for (let nth = 1; nth <= 1_000; nth++) positions.note(BigInt(nth), nth * 1_000);
  expect(positions.lagOf(500n, 1_000_000)).toBe(Number.POSITIVE_INFINITY);
  expect(positions.lagOf(990n, 1_000_000)).toBe(9_000);
});
