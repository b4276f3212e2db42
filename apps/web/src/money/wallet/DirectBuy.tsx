import type { Wallet } from "@bbux/contract";
import { Button, Loader } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { fixedAmount } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { FormError } from "../../components/FormError.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { ignoreEnter } from "../../lib/ignoreEnter.ts";
import {
  type ConnectedWallet,
  type DepositPhase,
  openDevelopmentWallet,
  shortAddress,
  TransactionLink,
  useConnectedWallet,
  useDirectDeposit,
  WalletButton,
} from "../solana/index.ts";
import { readDeposit } from "./amounts.ts";
import { BuyReceipt, Credited, SolField, type Typed } from "./BuyParts.tsx";
import classes from "./Exchange.module.css";

/** The network fee of one signature in lamports, which the wallet pays on top. */
const NETWORK_FEE = 5_000n;

/** The button's label during a payment. */
const WORKING: Partial<Record<DepositPhase, string>> = {
  preparing: "Asking the network...",
  signing: "Waiting for your signature...",
  sending: "Sending...",
  confirming: "Confirming...",
};

/** Buys from the connected wallet with one signature; the platform does the rest. */
export function DirectBuy({ wallet, typed }: { wallet: Wallet | undefined; typed: Typed }) {
  const connected = useConnectedWallet();
  const deposit = useDirectDeposit();
  const [showsOutcome, setShowsOutcome] = useState(true);
  const form = useRef<HTMLFormElement>(null);
  const [returns, setReturns] = useState(false);
  const [isCanceled, setIsCanceled] = useState(false);
  const { amount } = readDeposit(typed.value);
  const working = WORKING[deposit.phase];
  // The error belonged to the previous wallet.
  const isConnected = connected.status === "connected";
  const [wasConnected, setWasConnected] = useState(isConnected);
  if (isConnected !== wasConnected) {
    setWasConnected(isConnected);
    setShowsOutcome(false);
  }
  const shown = showsOutcome ? deposit.error : null;

  function submit() {
    if (working || deposit.phase === "pending") return;
    const taken = typed.take();
    if (taken === null) return;
    setShowsOutcome(true);
    setReturns(false);
    setIsCanceled(false);
    void deposit.deposit(taken).then((outcome) => {
      if (outcome.status === "completed") typed.clear();
    });
  }

  function cancel() {
    if (!deposit.cancel()) return;
    setIsCanceled(true);
    // The pressed button is gone.
    form.current?.querySelector<HTMLElement>("[type='submit']")?.focus();
  }

  function change(value: string) {
    setShowsOutcome(false);
    setIsCanceled(false);
    typed.onChange(value);
  }

  function again() {
    deposit.reset();
    typed.clear();
    setReturns(true);
  }

  // Keyboard users continue in the form.
  useEffect(() => {
    if (returns) form.current?.querySelector("input")?.focus();
  }, [returns]);

  if (deposit.phase === "pending" || deposit.phase === "completed") return <Paid onAgain={again} />;
  return (
    <CheckedForm
      ref={form}
      className={classes.form}
      onSubmit={submit}
      // Without a wallet Enter says what is missing, and spends nothing.
      onKeyDown={isConnected ? ignoreEnter : undefined}
      aria-label="Buy from your wallet"
    >
      {connected.status === "connected" ? (
        <Connected wallet={connected} amount={amount ?? 0n} />
      ) : (
        <p className={classes.lead}>Connect a Solana wallet and pay with one signature. Your key stays with you.</p>
      )}
      <SolField typed={{ ...typed, onChange: change }} />
      <BuyReceipt wallet={wallet} typed={typed} note="Your wallet adds the network's fee, about 0.000005 SOL." />
      <FormError message={shown} hint={deposit.detail} />
      {isConnected ? (
        <div>
          <div className={classes.pay}>
            <SubmitButton pending={working !== undefined} pendingText={working ?? ""}>
              {amount === null ? "Buy BBUX" : `Buy ${fixedAmount(amount, { exact: true })}`}
            </SubmitButton>
            {deposit.phase === "signing" && (
              <Button variant="default" onClick={cancel}>
                Cancel
              </Button>
            )}
          </div>
          <div role="status" className={classes.canceled}>
            {isCanceled && "Canceled. Nothing was paid. You can dismiss the request in your wallet."}
          </div>
        </div>
      ) : (
        <WalletButton fullWidth />
      )}
    </CheckedForm>
  );
}

/** The paying wallet, and whether it has enough for the amount and the network fee. */
function Connected({ wallet, amount }: { wallet: ConnectedWallet & { status: "connected" }; amount: bigint }) {
  const { walletName, address, development, solBalance } = wallet;
  const isShort = solBalance !== null && (solBalance === 0n || (amount > 0n && amount + NETWORK_FEE > solBalance));
  return (
    <div className={classes.connected}>
      <span>
        {walletName} {shortAddress(address)}
      </span>
      {solBalance !== null && <Amount value={solBalance} fixed unit="SOL" plain />}
      {development && (
        <button type="button" className={classes.text} onClick={openDevelopmentWallet}>
          Get SOL
        </button>
      )}
      <div className={classes.short} role="status">
        {isShort && (solBalance === 0n ? "There is no SOL in this wallet." : "There isn't enough SOL in this wallet.")}
      </div>
    </div>
  );
}

/** The state of a payment that was sent. */
function Paid({ onAgain }: { onAgain: () => void }) {
  const { phase, amount, outcome } = useDirectDeposit();
  const state = useRef<HTMLDivElement>(null);
  // The pressed button is gone, so the focus moves to its place.
  useEffect(() => {
    if (document.activeElement === document.body) state.current?.focus({ preventScroll: true });
  }, []);
  const signature = outcome?.signature ?? null;
  const done = phase === "completed";
  return (
    <div className={classes.form}>
      <div ref={state} tabIndex={-1} className={classes.state} data-done={done || undefined} role="status">
        {done ? <IconCircleCheck size={20} stroke={1.6} aria-hidden="true" /> : <Loader size={18} color="gray" />}
        <div>
          {done ? (
            <Credited amount={(outcome?.status === "completed" && outcome.credited) || (amount ?? 0n)} />
          ) : (
            <p>
              <strong>Payment sent.</strong> We'll credit it as soon as the network finalizes it, usually within half a
              minute. You can leave this page.
            </p>
          )}
          {signature && <TransactionLink signature={signature} />}
        </div>
      </div>
      <Button variant="default" onClick={onAgain} fullWidth>
        {done ? "Buy more" : "Make another payment"}
      </Button>
    </div>
  );
}
