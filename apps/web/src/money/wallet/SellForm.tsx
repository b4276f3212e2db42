import { DESTINATION_MISSING, WALLET, type Wallet } from "@bbux/contract";
import { Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { Amount } from "../../components/Amount.tsx";
import { editableAmount } from "../../components/Amount.typed.ts";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { Line, Receipt } from "../../components/Receipt.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { notifyError } from "../../lib/notify.ts";
import { feeLabel } from "../../lib/parameters/feeLabel.ts";
import { useParameters } from "../../lib/parameters/useParameters.ts";
import { trpc } from "../../lib/trpc.ts";
import { useConnectedWallet } from "../solana/index.ts";
import { AmountField } from "./AmountField.tsx";
import { looksLikeAddress, mostToSell, readWithdrawal, saleOf } from "./amounts.ts";
import { DestinationField } from "./DestinationField.tsx";
import classes from "./Exchange.module.css";
import { type ReviewedSale, ReviewSale } from "./ReviewSale.tsx";
import { sellableOf, useSale } from "./useSale.ts";
import { useWalletReload } from "./useWallet.ts";
import { WithdrawalDialog } from "./WithdrawalDialog.tsx";

/** Sells BBUX for SOL: the amount, the destination, and the SOL received. Nothing is sent before the review. */
export function SellForm({ wallet }: { wallet: Wallet | undefined }) {
  const connected = useConnectedWallet();
  const saved = wallet?.withdrawalAddress ?? null;
  const [value, setValue] = useState("");
  // Starts with the saved address, otherwise the connected wallet's.
  const [typedAddress, setTypedAddress] = useState<string | null>(null);
  const [keeps, setKeeps] = useState(false);
  const [tried, setTried] = useState(false);
  // Stays what it was when the review opened, also while the dialog fades out.
  const [reviewed, setReviewed] = useState<ReviewedSale | null>(null);
  const [isReviewing, review] = useDisclosure(false);
  const sale = useSale(({ destination: address }) => {
    setValue("");
    setTried(false);
    if (keeps && address !== saved) save.mutate({ address });
    setKeeps(false);
  });
  // The dialog opens once the request is accepted, and stays after a later failure until it is closed.
  const [accepted, setAccepted] = useState<string | null>(null);
  const [closed, setClosed] = useState<string | null>(null);
  const current = sale.sale?.transactionId ?? null;
  if ((sale.phase === "pending" || sale.phase === "completed") && accepted !== current) setAccepted(current);
  const followed = current !== null && accepted === current && closed !== current;
  const fault = accepted === current && current !== null ? null : sale.fault;
  const reload = useWalletReload();
  const save = trpc.wallet.setWithdrawalAddress.useMutation({
    onError: () => notifyError("We couldn't save the address. Your withdrawal isn't affected."),
    onSettled: reload,
  });

  const sellable = sellableOf(wallet);
  const read = readWithdrawal(value, sellable);
  const isTyped = value.trim() !== "";
  const destination = (typedAddress ?? saved ?? connected.address ?? "").trim();
  const destinationProblem = problemOf(destination, wallet);
  const fees = useParameters();
  const rate = fees.parameters?.withdrawalFee ?? null;
  const { fee, net } = saleOf(read.amount ?? 0n, rate ?? 0n);
  // Nothing is sold before the fee and so the result is known.
  const unpriced = tried && rate === null ? unpricedOf(fees.failed) : null;
  const working = sale.phase === "creating" || sale.phase === "processing";

  function submit() {
    if (working) return;
    setTried(true);
    if (read.amount === null || destinationProblem) return;
    if (rate === null) {
      if (fees.failed) fees.retry();
      return;
    }
    setReviewed({ amount: read.amount, destination, rate, fee, net });
    review.open();
  }

  function sell() {
    // A second press, while the dialog fades out, sells nothing.
    if (reviewed && isReviewing && !working) sale.sell(reviewed.amount, reviewed.destination, reviewed.fee);
    review.close();
  }

  function change(part: () => void) {
    part();
    setTried(false);
    // The error belonged to the previous input.
    if (fault) sale.forget();
  }

  return (
    <section aria-labelledby="sell">
      <h2 id="sell" className="visually-hidden">
        Sell BBUX for SOL
      </h2>
      <CheckedForm className={classes.form} onSubmit={submit} aria-label="Sell BBUX">
        <p className={classes.lead}>Your BBUX is exchanged 1:1, and the SOL is sent to the address you enter.</p>
        <AmountField
          label="Amount in BBUX"
          unit="BBUX"
          min={WALLET.withdrawal.min}
          max={sellable?.balance}
          value={value}
          onChange={(next) => change(() => setValue(next))}
          error={tried ? read.problem : null}
          action={
            sellable && (
              <button
                type="button"
                className={classes.text}
                aria-label="Max: sell the most possible"
                onClick={() => change(() => setValue(editableAmount(mostToSell(sellable))))}
              >
                Max
              </button>
            )
          }
        />
        <DestinationField
          value={typedAddress ?? destination}
          onChange={(next) => change(() => setTypedAddress(next))}
          error={tried ? destinationProblem : null}
          saved={saved}
          connected={connected.address}
          keeps={keeps}
          onKeeps={setKeeps}
        />
        <Receipt>
          {isTyped && (
            <Line term="You sell">
              <Amount value={read.amount ?? 0n} fixed exact plain />
            </Line>
          )}
          <Line term={feeLabel("withdrawalFee", rate)}>
            {rate === null ? (
              <Unknown failed={fees.failed} />
            ) : isTyped ? (
              <Amount value={fee} fixed exact plain />
            ) : (
              <>taken from the amount</>
            )}
          </Line>
          {isTyped && (
            <Line term="You get" strong>
              {rate === null ? <Unknown failed={fees.failed} /> : <Amount value={net} fixed exact unit="SOL" plain />}
            </Line>
          )}
          {wallet && (
            <Line term="Daily limit left">
              <Amount value={wallet.withdrawals.dailyLeft} fixed plain />
            </Line>
          )}
        </Receipt>
        <FormError message={fault?.message ?? unpriced} hint={fault?.hint ?? null} />
        <SubmitButton
          pending={working}
          pendingText={sale.phase === "creating" ? "Creating request..." : "Processing..."}
          fullWidth
        >
          Review sale
        </SubmitButton>
        <p className={classes.small}>
          The platform pays the network fee. If the payment fails, you get the amount and the fee back.
        </p>
      </CheckedForm>
      <ReviewSale sale={reviewed} opened={isReviewing} onBack={review.close} onSell={sell} />
      <WithdrawalDialog sale={sale} opened={followed} onClose={() => setClosed(current)} />
    </section>
  );
}

function unpricedOf(failed: boolean): string {
  return failed
    ? "We couldn't load the fee. Trying again…"
    : "The fee is still being loaded. Please try again in a moment.";
}

function Unknown({ failed }: { failed: boolean }) {
  return failed ? <span>not available</span> : <Skeleton width={96} height={14} display="inline-block" />;
}

function problemOf(destination: string, wallet: Wallet | undefined): string | null {
  if (destination === "") return DESTINATION_MISSING;
  if (!looksLikeAddress(destination)) return "This isn't a Solana address";
  if (destination === wallet?.platformAddress) {
    return "That's your deposit address on BBUX. Please enter the address of your own wallet";
  }
  return null;
}
