import { expect, it } from "vitest";
import { type Books, liabilitiesOf } from "./measure.ts";

it("reports what is owed by kind of account, each under its own name", () => {
  const books: Books = {
    totals: {
      member: 1_000_000_000n,
      stake: 2_000_000_000n,
      escrow: 3_000_000_000n,
      hold: 4_000_000_000n,
      treasury: 5_000_000_000n,
      pool: 6_000_000_000n,
      suspense: 7_000_000_000n,
      equity: 8_000_000_000n,
      external: -36_000_000_000n,
    },
    owed: 36_000_000_000n,
    wallets: 0,
    funded: 0,
    booked: 0n,
    bookedMoving: 0n,
    bookedOf: new Map(),
    cold: [],
    attempts: [],
  };
  expect(liabilitiesOf(books)).toEqual({
    members: "1",
    stakes: "2",
    escrow: "3",
    holds: "4",
    treasury: "5",
    pools: "6",
    suspense: "7",
    equity: "8",
    total: "36",
  });
});
