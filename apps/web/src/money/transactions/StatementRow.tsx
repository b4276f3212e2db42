import type { TransactionStatus, WalletTransaction } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { Amount } from "../../components/Amount.tsx";
import { cutTitle, titleTip } from "../../components/cut.ts";
import { MarkdownTitle } from "../../components/MarkdownTitle.tsx";
import { TRANSACTION_STATUS_FACTS } from "../../components/StatusBadge.statuses.ts";
import { StatusBadge } from "../../components/StatusBadge.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { RowType } from "./RowType.tsx";
import classes from "./Statement.module.css";
import { TransactionDetails } from "./TransactionDetails.tsx";
import { type About, aboutOf } from "./transactionAbout.ts";
import { typeLabel } from "./transactionLabels.ts";

interface StatementRowProps {
  readonly transaction: WalletTransaction;
  /** Whether the status has a column. Without one, it is beside the type, unless the transaction is completed. */
  readonly hasStatus: boolean;
  /** For one of a day's rewards, which are shown once the day is opened. */
  readonly ofDay?: { readonly id: string; readonly isOpen: boolean };
}

/** One transaction and, once opened, its details. */
export function StatementRow({ transaction, hasStatus, ofDay }: StatementRowProps) {
  const [open, setOpen] = useState(false);
  const details = useId();
  const { type, amount, status, createdAt, balanceAfter } = transaction;
  const about = aboutOf(transaction);
  return (
    <tbody
      data-moved={balanceAfter !== null}
      data-of-day={ofDay ? true : undefined}
      id={ofDay?.id}
      hidden={ofDay && !ofDay.isOpen}
    >
      <tr className={classes.row}>
        <RowType
          label={
            <>
              {typeLabel(type)}
              <span className="visually-hidden">, details</span>
            </>
          }
          isOpen={open}
          controls={open ? details : undefined}
          onToggle={() => setOpen(!open)}
        >
          {!hasStatus && status !== "completed" && <StatusBadge {...TRANSACTION_STATUS_FACTS[status]} />}
          <AboutLine {...about} />
        </RowType>
        <td className={classes.date}>
          <TimeAgo at={createdAt} />
        </td>
        {hasStatus && (
          <td className={classes.state}>
            <StatusMark status={status} />
          </td>
        )}
        <td className={classes.amount}>
          <div className={classes.sum}>
            <Amount value={amount} fixed signed />
            {about.fee !== null && (
              <span className={classes.fee}>
                with a fee of <Amount value={about.fee} fixed plain />
              </span>
            )}
          </div>
        </td>
        <td className={classes.balance}>
          <BalanceAfter value={balanceAfter} />
        </td>
      </tr>
      {open && (
        <tr className={classes.opened} id={details}>
          <td colSpan={hasStatus ? 5 : 4}>
            <TransactionDetails transaction={transaction} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** The question of a bounty, or that a reward is for the stake. */
function AboutLine({ question, action }: About) {
  if (question) {
    return (
      <span className={classes.about} data-question>
        <Link
          className={classes.question}
          to="/posts/$postId"
          params={{ postId: question.id }}
          title={titleTip(question.title)}
          dir="auto"
        >
          <MarkdownTitle title={cutTitle(question.title)} />
        </Link>
      </span>
    );
  }
  return action === "staking_reward" ? <span className={classes.about}>Your stake</span> : null;
}

/** The balance that a transaction left, if it moved it. */
export function BalanceAfter({ value }: { value: string | null }) {
  if (value === null) {
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">not moved</span>
      </>
    );
  }
  return (
    <>
      <span className="visually-hidden">Balance </span>
      <Amount value={value} fixed plain />
    </>
  );
}

/** A transaction's status as a word and a color: completed green, pending yellow, failed red. */
export function StatusMark({ status }: { status: TransactionStatus }) {
  return <StatusBadge {...TRANSACTION_STATUS_FACTS[status]} inTable />;
}
