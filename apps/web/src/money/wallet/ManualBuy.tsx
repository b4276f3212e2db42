import { formatAmount, WALLET, type Wallet } from "@bbux/contract";
import { useState } from "react";
import { fixedAmount } from "../../components/Amount.format.ts";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { fieldErrors } from "../../lib/errors.ts";
import { useIntentKey } from "../../lib/intent.ts";
import { trpc } from "../../lib/trpc.ts";
import { BuyReceipt, SolField, type Typed } from "./BuyParts.tsx";
import { type Fault, faultOf } from "./callFailure.ts";
import classes from "./Exchange.module.css";
import { type DepositRequest, ManualDialog } from "./ManualDialog.tsx";
import { useWalletReload } from "./useWallet.ts";

interface ManualBuyProps {
  readonly wallet: Wallet | undefined;
  readonly typed: Typed;
  /** The latest request, whose instructions can be shown again. */
  readonly request: DepositRequest | null;
  readonly onRequest: (request: DepositRequest) => void;
}

/** Buys by a payment from anywhere: first a request, then the instructions. */
export function ManualBuy({ wallet, typed, request, onRequest }: ManualBuyProps) {
  const [opened, setOpened] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const reload = useWalletReload();
  const intent = useIntentKey();
  const create = trpc.wallet.action.useMutation({
    trpc: intent,
    onError: (error) => {
      const named = fieldErrors(error).amount;
      const found = faultOf("Failed to create deposit request", error);
      setFault(named ? { ...found, hint: named } : found);
    },
    onSettled: reload,
  });

  function submit() {
    if (create.isPending) return;
    setFault(null);
    const amount = typed.take();
    if (amount === null) return;
    const address = wallet?.platformAddress;
    if (!address) {
      reload();
      return setFault({ message: "Platform address not available", hint: "Nothing was requested. Please try again." });
    }
    create.mutate(
      { action: "deposit", amount: formatAmount(amount) },
      {
        onSuccess: ({ transactionId }) => {
          onRequest({ transactionId, amount, address });
          setOpened(true);
          typed.clear();
        },
      },
    );
  }

  return (
    <>
      <CheckedForm className={classes.form} onSubmit={submit} aria-label="Pay from any wallet or exchange">
        <p className={classes.lead}>
          Pay from any wallet or exchange to your own deposit address. You'll see it in the next step.
        </p>
        <SolField typed={typed} />
        <BuyReceipt
          wallet={wallet}
          typed={typed}
          note={`We credit whatever arrives. The request stays open for ${WALLET.manualHours} hours.`}
        />
        <FormError message={fault?.message ?? null} hint={fault?.hint ?? null} />
        <SubmitButton pending={create.isPending} pendingText="Creating request..." fullWidth>
          Show payment instructions
        </SubmitButton>
        {request && !opened && (
          <button type="button" className={classes.text} onClick={() => setOpened(true)}>
            Show the instructions for {fixedAmount(request.amount, { unit: "SOL" })} again
          </button>
        )}
      </CheckedForm>
      {request && (
        <ManualDialog key={request.transactionId} request={request} opened={opened} onClose={() => setOpened(false)} />
      )}
    </>
  );
}
