import type { Reserves } from "@bbux/contract";

/** Reserves whose two sides are equal. */
export const REPORT: Reserves = {
  checkedAt: "2026-03-01T12:00:00.000Z",
  slot: 12,
  status: "matched",
  liabilities: {
    members: "10",
    stakes: "0",
    escrow: "2",
    holds: "0",
    treasury: "0.1",
    pools: "0",
    suspense: "0",
    equity: "1",
    total: "13.1",
  },
  onChain: {
    hotWallet: { address: "4Nd1mYQzv4r1qbm6aVbbqQGTrbQ8W1yJ6v2u1qB7w9Zp", sol: "13.1" },
    hotWallets: [{ address: "4Nd1mYQzv4r1qbm6aVbbqQGTrbQ8W1yJ6v2u1qB7w9Zp", sol: "13.1" }],
    coldWallets: [],
    depositAddresses: { count: 3, funded: 0, sol: "0" },
    total: "13.1",
  },
  inFlight: { arriving: "0", leaving: "0" },
  difference: "0",
  unexplained: "0",
  controlProofs: [],
  isStale: false,
};
