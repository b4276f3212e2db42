import type { Wallet } from "@bbux/contract";
import { useCallback, useEffect, useRef } from "react";
import { useSession } from "../../session.tsx";
import { trpc } from "../../trpc.ts";

/** How often the wallet is read again (ms): while something is under way, and else, as a deposit may come from anywhere. */
const POLL = { moving: 4_000, quiet: 20_000 } as const;
/** How often one transaction is asked for until it is final (ms). */
const FOLLOW = 2_500;

/** The member's wallet, kept fresh while it is looked at. */
export function useWallet() {
  const { user } = useSession();
  const wallet = trpc.wallet.get.useQuery(undefined, {
    enabled: user !== null,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? POLL.moving : POLL.quiet),
  });
  const utils = trpc.useUtils();
  const balance = wallet.data?.bbuxBalance;
  const known = useRef(balance);
  // Another balance is another line in the statement and another point of the chart.
  useEffect(() => {
    const before = known.current;
    known.current = balance;
    if (before === undefined || before === balance) return;
    void utils.wallet.balanceHistory.invalidate();
    void utils.wallet.allTransactions.invalidate();
  }, [balance, utils]);
  return wallet;
}

/** Whether something is under way that will change the wallet by itself. */
export function isMoving(wallet: Pick<Wallet, "onItsWay" | "transactions">): boolean {
  return Number(wallet.onItsWay) > 0 || wallet.transactions.some(({ status }) => status === "pending");
}

/** Reads all of the wallet again: after whatever happened to it, and after every failure (spec money §4). */
export function useWalletReload(): () => void {
  const utils = trpc.useUtils();
  return useCallback(() => void utils.wallet.invalidate(), [utils]);
}

/** Follows one transaction until it is final; then the wallet is read again. `null` follows none. */
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
