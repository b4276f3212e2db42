/** @module-tag proof */

import { createTestDatabase } from "@bbux/db/testing";
import { expect, it } from "vitest";
import { benchRewards, readOptions } from "./rewards.ts";

it("`npm run bench:rewards` pays every staker on every day, and leaves the books correct", async () => {
  const database = await createTestDatabase();
  try {
    const figures = await benchRewards(database.url, { stakers: 1_203, days: 2 }, () => undefined);
    expect(figures.days.map(({ members }) => members)).toEqual([1_203, 1_203]);
    expect(figures.dashboard).toHaveLength(200);
  } finally {
    await database.drop();
  }
});

it("refuses an unknown option by name", () => {
  expect(() => readOptions(["--days", "none"])).toThrow("--days takes a whole number of at least 1");
});
