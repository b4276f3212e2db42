import type { WalletTransaction } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { unitsOf } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { CopyLine } from "../../components/CopyLine.tsx";
import { MarkdownTitle } from "../../components/MarkdownTitle.tsx";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { feeLabel, feeRate } from "../../lib/parameters/feeLabel.ts";
import { TransactionLink } from "../solana/index.ts";
import { CancelHeld } from "./CancelHeld.tsx";
import classes from "./Statement.module.css";
import { aboutOf } from "./transactionAbout.ts";
import { progressText } from "./transactionLabels.ts";

/** A transaction's details: purpose, cost, destination and explorer link. */
export function TransactionDetails({ transaction }: { transaction: WalletTransaction }) {
  const { description, amount, solAmount, netAmount, destinationAddress, txHash, transactionId, withdrawal } =
    transaction;
  const about = aboutOf(transaction);
  const paid = about.fee === null ? null : unitsOf(about.fee);
  // A bounty's amount includes its fee, which comes on top of the bounty.
  const bounty = about.action === "place_bounty" && paid !== null ? -unitsOf(amount) - paid : null;
  return (
    <dl className={classes.details}>
      {description && <Fact term="Description">{description}</Fact>}
      {about.question && (
        <Fact term="Question">
          <Link to="/posts/$postId" params={{ postId: about.question.id }} dir="auto">
            <MarkdownTitle title={about.question.title} />
          </Link>
        </Fact>
      )}
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
      {bounty !== null && (
        <Fact term="Bounty">
          <Amount value={bounty} fixed exact plain />
        </Fact>
      )}
      {paid !== null && (
        <Fact
          term={
            bounty === null
              ? feeLabel("withdrawalFee", feeRate(-unitsOf(amount), paid))
              : feeLabel("bountyFee", feeRate(bounty, paid))
          }
        >
          <Amount value={paid} fixed exact plain />
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
          <CopyLine value={destinationAddress} label="Copy destination" />
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
