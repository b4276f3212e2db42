import type { WalletTransaction } from "@bbux/contract";
import type { ReactNode } from "react";
import { Amount } from "../../components/Amount.tsx";
import { CopyLine } from "../../components/CopyLine.tsx";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { TransactionLink } from "../solana/index.ts";
import { CancelHeld } from "./CancelHeld.tsx";
import classes from "./Statement.module.css";
import { progressText } from "./transactionLabels.ts";

/** A transaction's details: purpose, cost, destination and explorer link. */
export function TransactionDetails({ transaction }: { transaction: WalletTransaction }) {
  const { description, amount, solAmount, fee, netAmount, destinationAddress, txHash, transactionId, withdrawal } =
    transaction;
  return (
    <dl className={classes.details}>
      {description && <Fact term="Description">{description}</Fact>}
      {withdrawal && (
        <Fact term="Status">
          {progressText(withdrawal)}
          {withdrawal.held && (
            <>
              {" "}
              <CancelHeld transactionId={transactionId} />
            </>
          )}
        </Fact>
      )}
      <Fact term="Amount">
        <Amount value={amount} fixed exact signed plain />
      </Fact>
      {fee !== undefined && (
        <Fact term="Fee">
          <Amount value={fee} fixed exact plain />
        </Fact>
      )}
      {netAmount !== undefined ? (
        <Fact term="Net">
          <Amount value={netAmount} fixed exact unit="SOL" plain />
        </Fact>
      ) : (
        solAmount !== undefined && (
          <Fact term="SOL">
            <Amount value={solAmount} fixed exact unit="SOL" plain />
          </Fact>
        )
      )}
      {destinationAddress !== undefined && (
        <Fact term="Destination">
          <CopyLine value={destinationAddress} what="destination" />
        </Fact>
      )}
      {txHash !== undefined && (
        <Fact term="Signature">
          <TransactionLink signature={txHash} whole />
        </Fact>
      )}
      <Fact term="Created">{exactTime(transaction.createdAt)}</Fact>
      {transaction.updatedAt !== transaction.createdAt && (
        <Fact term="Last change">{exactTime(transaction.updatedAt)}</Fact>
      )}
      <Fact term="Number">{transactionId}</Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
