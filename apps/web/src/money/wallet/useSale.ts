import { formatAmount, type processWithdrawalOutput, type Wallet } from "@bbux/contract";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { fixedAmount, unitsOf } from "../../components/Amount.format.ts";
import { isOutcomeUnknown } from "../../lib/errors.ts";
import { useIntentKey } from "../../lib/intent.ts";
import { usePriceReload } from "../../lib/parameters/usePriceReload.ts";
import { trpc } from "../../lib/trpc.ts";
import { type Fault, faultOf } from "./callFailure.ts";
import { useFollowed, useWalletReload } from "./useWallet.ts";

/** A requested withdrawal, whose BBUX is held. Amounts in base units. */
export interface Sale {
  readonly transactionId: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly net: bigint;
  readonly destination: string;
}

export type SalePhase = "idle" | "creating" | "processing" | "pending" | "completed" | "failed";
type ProcessedWithdrawal = z.infer<typeof processWithdrawalOutput>;

const FAILED = "Withdrawal failed. Please try again.";

/**
 * Sells BBUX: a request, its processing, and polling until the chain has finalized it. A processing with an unknown
 * outcome is also followed, because the platform pays the request anyway, and a second request would pay twice.
 */
export function useSale(onCreated: (sale: Sale) => void) {
  const reload = useWalletReload();
  const [sale, setSale] = useState<Sale | null>(null);
  // Whether the first processing has a response or has failed; from then on the dialog reports.
  const [answered, setAnswered] = useState(false);
  const reloadPrices = usePriceReload();
  const create = trpc.wallet.action.useMutation({ trpc: useIntentKey(), onSettled: reload, onError: reloadPrices });
  const process = trpc.wallet.processWithdrawal.useMutation({
    trpc: useIntentKey(),
    onSettled: () => {
      setAnswered(true);
      reload();
    },
  });
  const state = process.data;
  const refused = process.error && !isOutcomeUnknown(process.error) ? process.error : null;
  const followed = useFollowed(answered && !refused && sale ? sale.transactionId : null);
  const row = followed.transaction;
  useRefundState(row?.status === "failed" && state?.status !== "failed" ? row.transactionId : null, process.mutate);

  /** @param maxFee what the member was shown */
  function sell(amount: bigint, destination: string, maxFee: bigint) {
    process.reset();
    setSale(null);
    setAnswered(false);
    create.mutate(
      {
        action: "withdraw",
        amount: formatAmount(amount),
        destinationAddress: destination,
        maxFee: formatAmount(maxFee),
      },
      {
        onSuccess: ({ transactionId, fee = "0", netAmount = "0" }) => {
          const made = { transactionId, amount, fee: unitsOf(fee), net: unitsOf(netAmount), destination };
          setSale(made);
          onCreated(made);
          process.mutate({ transactionId });
        },
      },
    );
  }

  function forget() {
    create.reset();
    process.reset();
    setSale(null);
  }

  const status = state && state.status !== "pending" ? state.status : (row?.status ?? "pending");
  const phase: SalePhase = create.isPending
    ? "creating"
    : sale === null
      ? "idle"
      : !answered
        ? "processing"
        : refused
          ? "failed"
          : status;

  return {
    sell,
    forget,
    sale,
    phase,
    /** Where the payment is, once it is followed. */
    progress: row?.withdrawal ?? null,
    signature: row?.txHash ?? state?.signature ?? null,
    /** Why the request could not be made or failed; otherwise `null`. */
    fault: create.error
      ? notCreated(create.error)
      : refused
        ? faultOf(FAILED, refused)
        : phase === "failed" && sale
          ? { message: FAILED, hint: failureText(sale, state, row?.withdrawal?.reason ?? null) }
          : null,
    /** It is followed but its state can't be fetched, which is a hint and not a failure. */
    outOfReach: phase === "pending" && followed.error !== null,
  };
}

/** After a failure while following it: asks the platform once whether the BBUX was returned. */
function useRefundState(transactionId: string | null, ask: (input: { transactionId: string }) => void): void {
  const asked = useRef<string>(null);
  useEffect(() => {
    if (transactionId === null || asked.current === transactionId) return;
    asked.current = transactionId;
    ask({ transactionId });
  }, [transactionId, ask]);
}

/** Without a response its outcome is unknown; a retry is safe because it keeps its key. */
function notCreated(error: unknown): Fault {
  const fault = faultOf("Failed to create withdrawal request", error);
  if (!isOutcomeUnknown(error)) return fault;
  return { ...fault, hint: `${fault.hint ?? ""} If it was accepted all the same, your transactions show it.`.trim() };
}

/** Says that the BBUX was refunded only when it was (docs/DECISIONS.md 1.10). */
function failureText({ amount }: Sale, state: ProcessedWithdrawal | undefined, reason: string | null): string | null {
  if (state?.status !== "failed") return null;
  if (!state.refunded) return state.message;
  const why = reason === null ? "" : `${reason.replace(/[.!?]*$/, "")}. `;
  return `${why}Your ${fixedAmount(amount, { exact: true })} were refunded: amount and fee are back in your balance.`;
}

/** Returns the limits of a sale for a known wallet. */
export function sellableOf(wallet: Wallet | undefined) {
  return wallet ? { balance: unitsOf(wallet.bbuxBalance), dailyLeft: unitsOf(wallet.withdrawals.dailyLeft) } : null;
}
