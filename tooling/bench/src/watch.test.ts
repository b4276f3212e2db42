/** @module-tag proof */

import { createTestDatabase } from "@bbux/db/testing";
import { startTestChain } from "@bbux/local-chain/testing";
import { expect, it } from "vitest";
import { benchWatch, readOptions } from "./watch.ts";

it("`npm run bench:watch` queries a hundred addresses per call, stays within the budget, and finds every deposit", async () => {
  const [database, chain] = await Promise.all([createTestDatabase(), startTestChain()]);
  try {
    const options = { addresses: 450, rate: 20, deposits: 3 };
    const { free, paced, anywhere, expected, audit } = await benchWatch(
      database.url,
      chain.url,
      options,
      () => undefined,
    );
    expect([free.calls, paced.calls]).toEqual([5, 5]);
    // Five calls have four gaps of a twentieth of a second.
    expect(paced.seconds).toBeGreaterThanOrEqual(0.19);
    expect([anywhere.length, expected.length]).toEqual([3, 3]);
    expect(audit.findings).toBe(0);
  } finally {
    await database.drop();
    await chain.stop();
  }
});

it("refuses an unknown option by name", () => {
  expect(() => readOptions(["--rate", "none"])).toThrow("--rate takes a number of at least 1");
});
