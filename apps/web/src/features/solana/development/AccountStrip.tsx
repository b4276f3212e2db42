import { formatAmount } from "@bbux/contract";
import { AIRDROP_SOL, useAccount } from "./useAccount.ts";
import classes from "./WalletWindow.module.css";

/** The address with what it holds, and the button that fills it. */
export function AccountStrip({ address }: { readonly address: string }) {
  const { balance, busy, fault, airdrop } = useAccount(address);
  return (
    <div className={classes.strip}>
      <p className={classes.balance} aria-live="polite">
        {balance === null ? "… SOL" : `${formatAmount(balance)} SOL`}
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
