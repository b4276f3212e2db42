import type { Wallet } from "@bbux/contract";
import { useCallback, useEffect, useRef } from "react";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";

/**
 * How often the wallet is refetched (ms): while something is under way, and otherwise, because a deposit may come from
 * anywhere.
 */
const POLL = { moving: 4_000, quiet: 20_000 } as const;
/** How often a transaction is polled until it is final (ms). */
const FOLLOW = 2_500;

/** The member's wallet, kept fresh while it is visible. */
export function useWallet() {
  const { user } = useSession();
  const wallet = trpc.wallet.get.useQuery(undefined, {
    enabled: user !== null,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? POLL.moving : POLL.quiet),
  });
  const utils = trpc.useUtils();
  const balance = wallet.data?.bbuxBalance;
  const known = useRef(balance);
  // A changed balance means a new line in the statement and a new point in the chart.
  useEffect(() => {
    const before = known.current;
    known.current = balance;
    if (before === undefined || before === balance) return;
    void utils.wallet.balanceHistory.invalidate();
    void utils.wallet.allTransactions.invalidate();
  }, [balance, utils]);
  return wallet;
}

/** Whether something is under way that will change the wallet. */
export function isMoving(wallet: Pick<Wallet, "onItsWay" | "transactions">): boolean {
  return Number(wallet.onItsWay) > 0 || wallet.transactions.some(({ status }) => status === "pending");
}

/** Refetches the whole wallet, after every action and every failure. */
export function useWalletReload(): () => void {
  const utils = trpc.useUtils();
  return useCallback(() => void utils.wallet.invalidate(), [utils]);
}

/** Polls one transaction until it is final; then the wallet is refetched. `null` follows none. */
export function useFollowed(transactionId: string | null) {
  const followed = trpc.wallet.transaction.useQuery(
    { transactionId: transactionId ?? "" },
    {
      enabled: transactionId !== null,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data && state.data.transaction.status !== "pending" ? false : FOLLOW),
    },
  );
  const reload = useWalletReload();
  const transaction = transactionId === null ? undefined : followed.data?.transaction;
  const final = transaction !== undefined && transaction.status !== "pending";
  useEffect(() => {
    if (final) reload();
  }, [final, reload]);
  return { transaction, error: followed.error };
}
