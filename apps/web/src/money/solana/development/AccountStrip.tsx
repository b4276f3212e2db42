import { formatAmount } from "@bbux/contract";
import { decimalText } from "../../../lib/locale.ts";
import { AIRDROP_SOL, type useAccount } from "./useAccount.ts";
import classes from "./WalletWindow.module.css";

interface AccountStripProps {
  readonly address: string;
  readonly account: ReturnType<typeof useAccount>;
}

/** The address with its balance, and the airdrop button. */
export function AccountStrip({ address, account }: AccountStripProps) {
  const { isMember, balance, busy, fault, airdrop } = account;
  if (!isMember) {
    return (
      <div className={classes.strip}>
        <p className={classes.address}>{address}</p>
      </div>
    );
  }
  return (
    <div className={classes.strip}>
      <p className={classes.balance} aria-live="polite">
        {balance === null ? "… SOL" : `${decimalText(formatAmount(balance))} SOL`}
      </p>
      <button type="button" className={classes.button} onClick={() => void airdrop()} disabled={busy}>
        {busy ? "Getting SOL…" : `Get ${AIRDROP_SOL} SOL`}
      </button>
      <p className={classes.address}>{address}</p>
      {fault && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
