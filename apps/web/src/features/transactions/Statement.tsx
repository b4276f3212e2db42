import type { WalletTransaction } from "@bbux/contract";
import classes from "./Statement.module.css";
import { StatementRow } from "./StatementRow.tsx";

interface StatementProps {
  readonly transactions: readonly WalletTransaction[];
  /** What the table is called. */
  readonly label: string;
  /** Shown while the next page is on its way. */
  readonly stale?: boolean;
}

/** Transactions as a bank writes them: what, how much, how it stands, when, and what one had then. A row opens its details. */
export function Statement({ transactions, label, stale = false }: StatementProps) {
  return (
    <table className={classes.table} aria-label={label} aria-busy={stale} data-stale={stale || undefined}>
      <thead>
        <tr>
          <th scope="col">Type</th>
          <th scope="col">Date</th>
          <th scope="col">Status</th>
          <th scope="col" className={classes.figure}>
            Amount
          </th>
          <th scope="col" className={classes.figure}>
            Balance
          </th>
        </tr>
      </thead>
      {transactions.map((transaction) => (
        <StatementRow key={transaction.id} transaction={transaction} />
      ))}
    </table>
  );
}
