import type { TransactionStatus, WalletTransaction } from "@bbux/contract";
import { IconChevronDown } from "@tabler/icons-react";
import { useId, useState } from "react";
import { Amount } from "../../components/Amount.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import classes from "./Statement.module.css";
import { TransactionDetails } from "./TransactionDetails.tsx";
import { STATUS_LABELS, typeLabel } from "./transactionLabels.ts";

/** One transaction and, once opened, its details. */
export function StatementRow({ transaction }: { transaction: WalletTransaction }) {
  const [open, setOpen] = useState(false);
  const details = useId();
  const { type, amount, status, createdAt, balanceAfter } = transaction;
  return (
    <tbody data-moved={balanceAfter !== null}>
      <tr className={classes.row}>
        <th scope="row" className={classes.type}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={open}
            aria-controls={open ? details : undefined}
            onClick={() => setOpen(!open)}
          >
            {typeLabel(type)}
            <span className="visually-hidden">, details</span>
            <IconChevronDown className={classes.sign} size={16} stroke={1.6} aria-hidden="true" />
          </button>
        </th>
        <td className={classes.date}>
          <TimeAgo at={createdAt} />
        </td>
        <td className={classes.state}>
          <StatusMark status={status} />
        </td>
        <td className={classes.amount}>
          <Amount value={amount} fixed signed />
        </td>
        <td className={classes.balance}>
          {balanceAfter === null ? (
            <>
              <span aria-hidden="true">–</span>
              <span className="visually-hidden">not moved</span>
            </>
          ) : (
            <>
              <span className="visually-hidden">Balance </span>
              <Amount value={balanceAfter} fixed plain />
            </>
          )}
        </td>
      </tr>
      {open && (
        <tr className={classes.opened} id={details}>
          <td colSpan={5}>
            <TransactionDetails transaction={transaction} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** A transaction's status as a word and a color: completed green, pending yellow, failed red. */
export function StatusMark({ status }: { status: TransactionStatus }) {
  return (
    <span className={classes.status} data-status={status}>
      {STATUS_LABELS[status]}
    </span>
  );
}
