/** @module-tag proof */

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase } from "@bbux/db/testing";
import { startTestChain } from "@bbux/local-chain/testing";
import { expect, it } from "vitest";
import { benchPayments, readOptions } from "./payments.ts";

it("`npm run bench:payments` settles every withdrawal and deposit, and leaves the books correct", async () => {
  const [database, chain] = await Promise.all([createTestDatabase(), startTestChain()]);
  try {
    const place = { url: database.url, dir: mkdtempSync(join(tmpdir(), "bbux-bench-")) };
    const options = { accounts: 40, withdrawals: 12, deposits: 30 };
    const { requests, withdrawals, deposits } = await benchPayments(place, chain.url, options, () => undefined);
    expect([requests.count, withdrawals.count, deposits.count]).toEqual([12, 12, 30]);
    expect([...withdrawals.steps.keys()]).toContain("withdrawal.settled");
    expect(deposits.chain.calls).toBeGreaterThan(30);
  } finally {
    await database.drop();
    await chain.stop();
  }
});

it("refuses more withdrawals or deposits than there are accounts", () => {
  expect(() => readOptions(["--accounts", "10", "--deposits", "11"])).toThrow("--accounts must be at least");
});
