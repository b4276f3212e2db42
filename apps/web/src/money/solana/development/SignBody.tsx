import { formatAmount } from "@bbux/contract";
import { decimalText } from "../../../lib/locale.ts";
import type { Payment } from "./decode.ts";
import classes from "./WalletWindow.module.css";

interface SignBodyProps {
  readonly payment: Payment;
  /** In lamports; null while it is unknown. */
  readonly balance: bigint | null;
}

/** What the transaction takes, decoded from its bytes instead of the site's claims. */
export function SignBody({ payment: { transfers, fee, others }, balance }: SignBodyProps) {
  const total = transfers.reduce((sum, { lamports }) => sum + lamports, fee);
  return (
    <>
      {transfers.length === 0 && <p>It moves no SOL out of this wallet.</p>}
      <dl className={classes.facts}>
        {transfers.map(({ to, lamports }) => (
          <div key={`${to} ${lamports}`} className={classes.transfer}>
            <dt>Amount</dt>
            <dd>{decimalText(formatAmount(lamports))} SOL</dd>
            <dt>To</dt>
            <dd className={classes.address}>{to}</dd>
          </div>
        ))}
        <div>
          <dt>Network fee</dt>
          <dd>{decimalText(formatAmount(fee))} SOL</dd>
        </div>
        <div className={classes.total}>
          <dt>Leaves the wallet</dt>
          <dd>{decimalText(formatAmount(total))} SOL</dd>
        </div>
      </dl>
      {balance !== null && total > balance && <p className={classes.fault}>There isn't enough SOL in this wallet.</p>}
      {others.length > 0 && (
        <p className={classes.fault}>
          It also calls other programs, and we can't tell what they do: {others.join(", ")}
        </p>
      )}
    </>
  );
}
