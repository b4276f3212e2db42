import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { AccountStrip } from "./AccountStrip.tsx";
import { HomeBody } from "./HomeBody.tsx";
import { ownKey } from "./keys.ts";
import { MessageBody } from "./MessageBody.tsx";
import { WORTHLESS } from "./name.ts";
import { answerRequest, currentRequest, onRequests, type PersonRequest } from "./requests.ts";
import { SignBody } from "./SignBody.tsx";
import { useAccount } from "./useAccount.ts";
import classes from "./WalletWindow.module.css";
import type { DevelopmentWallet } from "./wallet.ts";

/**
 * The development wallet's window: above everything, with its own focus trap and look. Escape and the close button
 * decline.
 */
export function WalletWindow({ wallet }: { readonly wallet: DevelopmentWallet }) {
  const asked = useSyncExternalStore(onRequests, currentRequest);
  if (!asked) return null;
  const { id, request } = asked;
  return <Opened key={id} request={request} wallet={wallet} onDecide={(approved) => answerRequest(id, approved)} />;
}

interface OpenedProps {
  readonly request: PersonRequest;
  readonly wallet: DevelopmentWallet;
  readonly onDecide: (approved: boolean) => void;
}

const HEADINGS = {
  home: "Your account",
  connect: "Connect to this site?",
  sign: "Approve this payment?",
  message: "Sign this message?",
} as const;

function Opened({ request, wallet, onDecide }: OpenedProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [address, setAddress] = useState(() => ownKey().publicKey.toBase58());
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const reset = () => {
    wallet.reset();
    setAddress(ownKey().publicKey.toBase58());
  };
  const account = useAccount(address);
  const decline = () => onDecide(false);
  return (
    <dialog
      ref={dialog}
      className={classes.window}
      aria-labelledby="development-wallet-name"
      aria-describedby="development-wallet-heading"
      onCancel={(event) => {
        event.preventDefault();
        decline();
      }}
      // Browsers may close a dialog without a cancel event, for example on a repeated Escape.
      onClose={decline}
    >
      <header className={classes.bar}>
        <div>
          <p className={classes.name} id="development-wallet-name">
            Development wallet
          </p>
          <p className={classes.worthless}>{WORTHLESS}</p>
        </div>
        <button type="button" className={classes.close} onClick={decline} aria-label="Close the development wallet">
          ×
        </button>
      </header>
      <AccountStrip address={address} account={account} />
      <section className={classes.body}>
        <h2 className={classes.heading} id="development-wallet-heading">
          {HEADINGS[request.kind]}
        </h2>
        {request.kind === "connect" && (
          <p>
            <strong className={classes.host}>{window.location.host}</strong> will see your address and may ask you to
            sign payments and messages. You'll be asked here each time.
          </p>
        )}
        {request.kind === "sign" && <SignBody payment={request.payment} balance={account.balance} />}
        {request.kind === "message" && <MessageBody text={request.text} />}
        {request.kind === "home" && <HomeBody onReset={reset} />}
      </section>
      {request.kind !== "home" && (
        <footer className={classes.foot}>
          <button type="button" className={classes.button} onClick={decline}>
            Decline
          </button>
          <button type="button" className={`${classes.button} ${classes.yes}`} onClick={() => onDecide(true)}>
            Approve
          </button>
        </footer>
      )}
    </dialog>
  );
}
