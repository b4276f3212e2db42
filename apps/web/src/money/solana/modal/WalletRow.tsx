import { Loader } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { DEVELOPMENT_WALLET, WORTHLESS } from "../development/name.ts";
import { WalletIcon } from "./WalletIcon.tsx";
import classes from "./WalletModal.module.css";
import type { Listed } from "./walletChoices.ts";

interface WalletRowProps {
  readonly listed: Listed;
  /** The wallet that is currently asking. */
  readonly waiting: string | null;
  readonly connected: boolean;
  readonly onChoose: (name: string) => void;
}

/** Describes the adapters' states for people. */
const STATES = {
  Installed: "Detected",
  Loadable: "Available",
  NotDetected: "Not detected",
  Unsupported: "Not supported in this browser",
} as const;

/** One wallet: to connect, to install, or grayed out where it can't be used. */
export function WalletRow({ listed, waiting, connected, onChoose }: WalletRowProps) {
  const { name, readyState } = listed.wallet;
  const state = connected ? "Connected" : name === DEVELOPMENT_WALLET ? WORTHLESS : STATES[readyState];
  const text = (
    <span className={classes.names}>
      <span className={classes.name}>{name}</span>
      <span className={classes.state}>{state}</span>
    </span>
  );
  if (listed.kind === "offered") {
    const { link } = listed.wallet;
    const sign = <WalletIcon name={name} icon={undefined} />;
    if (!link) {
      return (
        <li className={classes.row} data-off>
          {sign}
          {text}
        </li>
      );
    }
    return (
      <li>
        <a className={classes.row} href={link.href} target="_blank" rel="noopener noreferrer">
          {sign}
          {text}
          <span className={classes.act}>
            {link.text}
            <IconExternalLink size={16} stroke={1.6} aria-hidden="true" />
          </span>
        </a>
      </li>
    );
  }
  const usable = readyState === "Installed" || readyState === "Loadable";
  return (
    <li>
      <button
        type="button"
        className={classes.row}
        onClick={() => onChoose(name)}
        disabled={!usable || (waiting !== null && waiting !== name)}
        data-off={!usable || undefined}
      >
        <WalletIcon name={name} icon={listed.wallet.icon} />
        {text}
        {waiting === name && <Loader size={16} color="var(--ink-3)" aria-hidden="true" />}
      </button>
    </li>
  );
}
