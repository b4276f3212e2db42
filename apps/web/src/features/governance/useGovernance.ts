import { useCallback } from "react";
import { codeOf, serverText } from "../../errors.ts";
import { trpc } from "../../trpc.ts";

/** How often the dashboard is read again while it is looked at (ms). */
const REFRESH = 20_000;

/** All that the dashboard shows, kept fresh. */
export function useGovernance() {
  return trpc.governance.dashboard.useQuery(undefined, { refetchInterval: REFRESH });
}

/** Reads governance and the wallet again: after whatever was staked or unstaked, and after every failure (spec money §4). */
export function useGovernanceReload(): () => void {
  const utils = trpc.useUtils();
  return useCallback(() => {
    void utils.governance.invalidate();
    void utils.wallet.invalidate();
  }, [utils]);
}

/** The sentence of spec money §8 for a dashboard that could not be had. */
export function governanceFault(error: unknown): string {
  return codeOf(error) === "BAD_REQUEST" && serverText(error, "") === "Invalid action"
    ? "Governance data is not available right now. (Invalid action)"
    : "Failed to load governance data";
}
