import { formatAmount, SIGNATURE_MISSING, WALLET } from "@bbux/contract";
import { Button, Loader, Modal, TextInput } from "@mantine/core";
import { IconCircleCheck, IconClock } from "@tabler/icons-react";
import { useState } from "react";
import { Amount } from "../../components/Amount.tsx";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { CopyLine } from "../../components/CopyLine.tsx";
import { FormError } from "../../components/FormError.tsx";
import { QrCode } from "../../components/QrCode.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { codeOf } from "../../lib/errors.ts";
import { useIntentKey } from "../../lib/intent.ts";
import { trpc } from "../../lib/trpc.ts";
import { solanaPayUrl } from "./amounts.ts";
import { Credited } from "./BuyParts.tsx";
import { faultOf } from "./callFailure.ts";
import exchange from "./Exchange.module.css";
import classes from "./ManualDialog.module.css";
import { useFollowed, useWalletReload } from "./useWallet.ts";

/** A payment that the platform expects. */
export interface DepositRequest {
  readonly transactionId: string;
  /** Base units. */
  readonly amount: bigint;
  /** The member's own deposit address. */
  readonly address: string;
}

interface ManualDialogProps {
  readonly request: DepositRequest;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** How to pay a manual deposit, and its outcome. */
export function ManualDialog({ request, opened, onClose }: ManualDialogProps) {
  const deposit = useDeposit(request, opened);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={deposit.credited === null ? "How to pay" : "Deposit credited"}
      size="lg"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {deposit.credited === null ? (
        <>
          <Instructions request={request} />
          <Confirmation deposit={deposit} onClose={onClose} />
        </>
      ) : (
        <div className={exchange.form}>
          <div className={exchange.state} data-done role="status">
            <IconCircleCheck size={20} stroke={1.6} aria-hidden="true" />
            <div>
              <Credited amount={deposit.credited} />
            </div>
          </div>
          <Button onClick={onClose} data-autofocus>
            Done
          </Button>
        </div>
      )}
    </Modal>
  );
}

/** Follows a request, and the row of a pasted signature. */
function useDeposit({ transactionId }: DepositRequest, opened: boolean) {
  const reload = useWalletReload();
  const confirm = trpc.wallet.confirmDeposit.useMutation({ trpc: useIntentKey(), onSettled: reload });
  // A payment may have its own row, for example if it came before the request.
  const confirmedId = confirm.data?.transactionId ?? null;
  const own = useFollowed(opened ? transactionId : null).transaction;
  const other = useFollowed(opened && confirmedId !== transactionId ? confirmedId : null).transaction;
  const done = [own, other].find((transaction) => transaction?.status === "completed");
  const creditedNow = confirm.data?.status === "completed" ? confirm.data.bbuxAmount : null;
  return {
    transactionId,
    confirm,
    /** The credited amount; null while there is none. */
    credited: done?.amount ?? creditedNow,
    expired: own?.status === "failed",
    pending: confirm.data?.status === "pending",
  };
}

function Instructions({ request: { amount, address } }: { request: DepositRequest }) {
  const url = solanaPayUrl(address, amount);
  return (
    <div className={classes.pay}>
      <div className={classes.code}>
        <QrCode className={classes.qr} text={url} label="Payment request as a QR code" />
        <p>
          Scan it with a wallet on your phone, or{" "}
          <a href={url} className={classes.open}>
            open a wallet on this device
          </a>
        </p>
      </div>
      <div className={classes.facts}>
        <dl>
          <dt>Send</dt>
          <dd className={classes.sum}>
            <CopyLine value={formatAmount(amount)} label="Copy amount">
              <Amount value={amount} fixed unit="SOL" />
            </CopyLine>
          </dd>
          <dt>To your deposit address</dt>
          <dd>
            <CopyLine value={address} label="Copy address" />
          </dd>
        </dl>
        <ol className={classes.steps}>
          <li>Send SOL on the Solana network, from any wallet or exchange. Other tokens won't be credited.</li>
          <li>It's credited automatically once the network finalizes it, even if you close this window.</li>
          <li>
            The request is kept for {WALLET.manualHours} hours. Later payments are credited too, because the address
            stays yours.
          </li>
        </ol>
      </div>
    </div>
  );
}

const NOT_FOUND = "We can't find a payment with this signature yet. New payments can take a few seconds to appear.";

/** Looks for a payment immediately by its signature. */
function Confirmation({ deposit, onClose }: { deposit: ReturnType<typeof useDeposit>; onClose: () => void }) {
  const { transactionId, confirm, pending, expired } = deposit;
  const [signature, setSignature] = useState("");
  const [missing, setMissing] = useState(false);
  const fault = confirm.error ? faultOf("Failed to confirm deposit", confirm.error) : null;
  const hint = codeOf(confirm.error) === "NOT_FOUND" ? NOT_FOUND : fault?.hint;

  function submit() {
    if (confirm.isPending) return;
    const pasted = signature.trim();
    setMissing(pasted === "");
    if (pasted !== "") confirm.mutate({ transactionId, signature: pasted });
  }

  return (
    <CheckedForm className={classes.confirm} onSubmit={submit} aria-label="Confirm the payment">
      {expired && (
        <div className={exchange.state} role="status">
          <IconClock size={20} stroke={1.6} aria-hidden="true" />
          <p>
            <strong>This request has expired.</strong> If you've paid, paste the signature or wait. Your payment will be
            credited.
          </p>
        </div>
      )}
      {pending && (
        <div className={exchange.state} role="status">
          <Loader size={18} color="gray" />
          <p>
            <strong>Found, but not final yet.</strong> We'll credit it shortly. You can close this.
          </p>
        </div>
      )}
      <TextInput
        label="Transaction signature"
        description="To speed this up, paste the signature or transaction ID from your wallet."
        autoComplete="off"
        spellCheck={false}
        maxLength={128}
        error={missing ? SIGNATURE_MISSING : null}
        value={signature}
        onChange={(event) => {
          setSignature(event.currentTarget.value);
          setMissing(false);
          if (confirm.error) confirm.reset();
        }}
      />
      <FormError message={fault?.message ?? null} hint={hint ?? null} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <SubmitButton pending={confirm.isPending} pendingText="Confirming...">
          Confirm payment
        </SubmitButton>
      </div>
    </CheckedForm>
  );
}
