import { parseAmount } from "@bbux/contract";
import { Skeleton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Amount } from "../../components/Amount.tsx";
import { Line, Lines } from "../../components/Receipt.tsx";
import { trpc } from "../../trpc.ts";
import classes from "./BountyReceipt.module.css";
import { readBounty, receiptOf } from "./receipt.ts";

/** What the bounty costs, adding up as it is typed: amount, fee, total, and what stays in the wallet. */
export function BountyReceipt({ amount: typed }: { amount: string }) {
  const wallet = trpc.wallet.get.useQuery();
  const read = readBounty(typed);
  const balance = wallet.data ? parseAmount(wallet.data.bbuxBalance) : null;
  const receipt = receiptOf(read.amount ?? 0n, balance ?? 0n);
  const isShort = balance !== null && receipt.missing > 0n;

  return (
    <section className={classes.receipt} aria-label="Receipt" data-receipt>
      <h2 className={classes.heading}>What it costs</h2>
      <Lines>
        <Line term="Bounty">
          <Amount value={receipt.amount} exact plain />
        </Line>
        <Line term="Governance fee (5%)">
          <Amount value={receipt.fee} exact plain />
        </Line>
        <Line term="Total" strong>
          <Amount value={receipt.total} exact />
        </Line>
        <Line term="Your balance">
          <Balance known={balance} failed={wallet.isError} />
        </Line>
        <Line term="Balance after">
          {balance === null ? (
            <Balance known={null} failed={wallet.isError} />
          ) : (
            <span data-short={isShort || undefined} className={classes.after}>
              <Amount value={receipt.balanceAfter} exact plain />
            </span>
          )}
        </Line>
      </Lines>
      <div role="status">
        {isShort && (
          <p className={classes.short}>
            <IconAlertTriangle size={18} aria-hidden />
            <span>
              Your balance is short by <Amount value={receipt.missing} exact plain />. Lower the bounty, or post without
              one.
            </span>
          </p>
        )}
      </div>
      <p className={classes.note}>The bounty waits in escrow until you accept an answer. The fee is not returned.</p>
    </section>
  );
}

function Balance({ known, failed }: { known: bigint | null; failed: boolean }) {
  if (known !== null) return <Amount value={known} exact plain />;
  return failed ? <span>not available</span> : <Skeleton width={88} height={14} display="inline-block" />;
}
