import { formatParameter, parseAmount } from "@bbux/contract";
import { Button, Skeleton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Amount } from "../../components/Amount.tsx";
import { Line, Lines } from "../../components/Receipt.tsx";
import { withNumbers } from "../../lib/locale.ts";
import { useParameters } from "../../lib/parameters/useParameters.ts";
import { trpc } from "../../lib/trpc.ts";
import { readBounty, receiptOf } from "../editor/index.ts";
import classes from "./BountyReceipt.module.css";

/** The cost of the bounty, updated while typing: amount, fee, total and remaining balance. */
export function BountyReceipt({ amount: typed }: { amount: string }) {
  const wallet = trpc.wallet.get.useQuery();
  const { parameters, failed, retrying, retry } = useParameters();
  const read = readBounty(typed);
  const balance = wallet.data ? parseAmount(wallet.data.bbuxBalance) : null;
  const rate = parameters?.bountyFee ?? null;
  const receipt = receiptOf(read.amount ?? 0n, balance ?? 0n, rate ?? 0n);
  // Shows no total before the fee is known, because it would be wrong.
  const priced = (shown: ReactNode) => (rate === null ? <Unknown failed={failed} /> : shown);
  const isShort = rate !== null && balance !== null && receipt.missing > 0n;

  return (
    <section className={classes.receipt} aria-label="Receipt" data-receipt>
      <h2 className={classes.heading}>What it costs</h2>
      <Lines>
        <Line term="Bounty">
          <Amount value={receipt.amount} exact plain />
        </Line>
        <Line term={`Governance fee${rate === null ? "" : ` (${withNumbers(formatParameter("bountyFee", rate))})`}`}>
          {priced(<Amount value={receipt.fee} exact plain />)}
        </Line>
        <Line term="Total" strong>
          {priced(<Amount value={receipt.total} exact />)}
        </Line>
        <Line term="Your balance">
          {balance === null ? <Unknown failed={wallet.isError} /> : <Amount value={balance} exact plain />}
        </Line>
        <Line term="Balance after">
          {balance === null || rate === null ? (
            <Unknown failed={wallet.isError || failed} />
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
