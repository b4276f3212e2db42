import { Button, Skeleton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Amount } from "../../components/Amount.tsx";
import { Line, Lines } from "../../components/Receipt.tsx";
import { feeLabel } from "../../lib/parameters/feeLabel.ts";
import classes from "./BountyReceipt.module.css";
import { useBountyPrice } from "./useBountyPrice.ts";

interface BountyReceiptProps {
  /** As typed. */
  readonly amount: string;
  /** Whether to say that the balance is too low; not while the field says it. */
  readonly warns: boolean;
}

/** The cost of the bounty, updated while typing: amount, fee, total and remaining balance. */
export function BountyReceipt({ amount: typed, warns }: BountyReceiptProps) {
  const { receipt, rate, balance, missing, balanceFailed, fees } = useBountyPrice(typed);
  const { failed, retrying, retry } = fees;
  // Shows no total before the fee is known, because it would be wrong.
  const priced = (shown: ReactNode) => (rate === null ? <Unknown failed={failed} /> : shown);
  const isShort = missing > 0n;

  return (
    <section className={classes.receipt} aria-label="Receipt" data-receipt>
      <h2 className={classes.heading}>What it costs</h2>
      <Lines>
        <Line term="Bounty">
          <Amount value={receipt.amount} exact plain />
        </Line>
        <Line term={feeLabel("bountyFee", rate)}>{priced(<Amount value={receipt.fee} exact plain />)}</Line>
        <Line term="Total" strong>
          {priced(<Amount value={receipt.total} exact />)}
        </Line>
        <Line term="Your balance">
          {balance === null ? <Unknown failed={balanceFailed} /> : <Amount value={balance} exact plain />}
        </Line>
        <Line term="Balance after">
          {balance === null || rate === null ? (
            <Unknown failed={balanceFailed || failed} />
          ) : (
            <span data-short={isShort || undefined} className={classes.after}>
              <Amount value={receipt.balanceAfter} exact plain />
            </span>
          )}
        </Line>
      </Lines>
      <div role="status">
        {isShort && warns && (
          <p className={classes.short}>
            <IconAlertTriangle size={18} aria-hidden />
            <span>
              Your balance is short by <Amount value={missing} exact plain />. Buy what is missing, lower the bounty, or
              post without one.
            </span>
          </p>
        )}
      </div>
      {failed && (
        <Button variant="default" size="xs" mt="xs" onClick={retry} loading={retrying}>
          Load the fee again
        </Button>
      )}
      <p className={classes.note}>The bounty waits in escrow until you accept an answer. The fee is not returned.</p>
    </section>
  );
}

function Unknown({ failed }: { failed: boolean }) {
  return failed ? <span>not available</span> : <Skeleton width={88} height={14} display="inline-block" />;
}
