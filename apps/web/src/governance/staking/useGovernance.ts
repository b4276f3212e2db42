import { useCallback } from "react";
import { codeOf, serverText } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";

/** How often the visible dashboard is refetched (ms). */
const REFRESH = 20_000;

/** The dashboard's data, kept fresh. */
export function useGovernance() {
  return trpc.governance.dashboard.useQuery(undefined, { refetchInterval: REFRESH });
}

/** Refetches governance and the wallet after staking, unstaking, and every failure. */
export function useGovernanceReload(): () => void {
  const utils = trpc.useUtils();
  return useCallback(() => {
    void utils.governance.invalidate();
    void utils.wallet.invalidate();
  }, [utils]);
}

/** The sentence for a dashboard that could not be loaded. */
export function governanceFault(error: unknown): string {
  return codeOf(error) === "BAD_REQUEST" && serverText(error, "") === "Invalid action"
    ? "Governance data is not available right now. (Invalid action)"
    : "Failed to load governance data";
}
