import { Button, Collapse, Modal, Skeleton } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useEffect, useId, useMemo, useState } from "react";
import { FormError } from "../../../components/FormError.tsx";
import { closeWalletModal, connectTo, hasArrived, useConnection, wantWallets } from "../connection.ts";
import { offeredWallets } from "./knownWallets.ts";
import classes from "./WalletModal.module.css";
import { WalletRow } from "./WalletRow.tsx";
import { type Choices, choicesOf, type Listed, toggleText } from "./walletChoices.ts";

/** The length of the fade-out. */
const FADE_MS = 150;

/** The dialog to choose a wallet. It stays while the wallet asks, and closes once it is connected. */
export function WalletModal() {
  const connection = useConnection();
  const { modal, wallets, walletName, address, connecting, failure, loading, chosen } = connection;
  const [expanded, setExpanded] = useState(false);
  const [opened, setOpened] = useState(false);
  const listId = useId();
  const choices = useMemo(() => {
    const offered = offeredWallets(
      wallets.map(({ name }) => name),
      navigator.userAgent,
      window.location.href,
    );
    return choicesOf(connection, offered);
  }, [connection, wallets]);

  // Opened after mounting, so that it knows and restores the previous focus.
  useEffect(() => setOpened(modal), [modal]);

  const arrived = hasArrived(connection);
  useEffect(() => {
    if (arrived) closeWalletModal();
  }, [arrived]);

  const waiting = connecting && !failure ? walletName : null;
  const { state, heading, detected, more } = choices;
  const row = (listed: Listed) => (
    <WalletRow
      key={listed.wallet.name}
      listed={listed}
      waiting={waiting}
      connected={address !== null && walletName === listed.wallet.name}
      onChoose={connectTo}
    />
  );

  return (
    <Modal
      opened={opened}
      onClose={closeUnlessCovered}
      onExitTransitionEnd={() => setExpanded(false)}
      title={heading}
      size={420}
      // Above the dialog that confirms who the member is, which can ask for a wallet.
      zIndex={1_100}
      transitionProps={{ transition: "fade", duration: FADE_MS, exitDuration: FADE_MS }}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <div className={classes.body}>
        {state === "none" && (
          <p>
            A wallet is an app or an extension that holds your SOL and signs with your key. The key never leaves it.
          </p>
        )}
        {state === "looking" && (
          <div role="status" aria-label="Looking for wallets">
            <Skeleton height={56} />
          </div>
        )}
        {detected.length > 0 && (
          <ul className={classes.list} aria-label="Detected wallets">
            {detected.map(row)}
          </ul>
        )}
        <p className={classes.waiting} role="status">
          {waiting && chosen === waiting && `Approve the connection in ${waiting}.`}
        </p>
        <FormError message={failure && `${failure.wallet} did not connect`} hint={failure?.text ?? null} />
        {loading === "failed" && (
          <FormError message="We couldn't load wallets" hint="Please check your connection and try again." />
        )}
        {loading === "failed" && (
          <Button variant="default" onClick={wantWallets}>
            Try again
          </Button>
        )}
        <More choices={choices} expanded={expanded} onToggle={() => setExpanded((now) => !now)} id={listId}>
          <ul className={classes.list} id={listId} aria-label="More wallets">
            {more.map(row)}
          </ul>
        </More>
      </div>
    </Modal>
  );
}

interface MoreProps {
  readonly choices: Choices;
  readonly expanded: boolean;
  readonly onToggle: () => void;
  readonly id: string;
  readonly children: React.ReactNode;
}

function More({ choices: { state, more }, expanded, onToggle, id, children }: MoreProps) {
  if (more.length === 0) return null;
  return (
    <>
      <button type="button" className={classes.toggle} onClick={onToggle} aria-expanded={expanded} aria-controls={id}>
        {toggleText(state, expanded)}
        <IconChevronDown className={classes.arrow} size={16} stroke={1.6} aria-hidden="true" />
      </button>
      <Collapse expanded={expanded} transitionDuration={FADE_MS}>
        {children}
      </Collapse>
    </>
  );
}

/** A wallet's window above it handles the Escape key itself. */
function closeUnlessCovered(): void {
  if (!document.querySelector("dialog:modal")) closeWalletModal();
}
