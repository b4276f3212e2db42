import type { WalletTransaction } from "@bbux/contract";
import { RewardDayRows } from "./RewardDayRows.tsx";
import { byRewardDay } from "./rewardDays.ts";
import classes from "./Statement.module.css";
import { StatementRow } from "./StatementRow.tsx";

interface StatementProps {
  readonly transactions: readonly WalletTransaction[];
  /** The table's accessible name. */
  readonly label: string;
  /** Shown while the next page is loading. */
  readonly stale?: boolean;
  /** As on the page of all transactions: a column for the status, and each day's rewards as one row, which opens to all of them. */
  readonly full?: boolean;
}

/** Transactions as on a bank statement: type, amount, status, time and resulting balance. A row opens its details. */
export function Statement({ transactions, label, stale = false, full = false }: StatementProps) {
  return (
    <div className={classes.wide}>
      <table
        className={classes.table}
        aria-label={label}
        aria-busy={stale}
        data-stale={stale || undefined}
        data-wide={full || undefined}
      >
        <thead>
          <tr>
            <th scope="col">Type</th>
            <th scope="col">Date</th>
            {full && <th scope="col">Status</th>}
            <th scope="col" className={classes.figure}>
              Amount
            </th>
            <th scope="col" className={classes.figure}>
              Balance
            </th>
          </tr>
        </thead>
        {(full ? byRewardDay(transactions) : transactions).map((row) =>
          // A day's oldest reward names it, because newer ones may still be paid.
          "rewards" in row ? (
            <RewardDayRows key={`day-${row.rewards.at(-1)?.id}`} {...row} />
          ) : (
            <StatementRow key={row.id} transaction={row} hasStatus={full} />
          ),
        )}
      </table>
    </div>
  );
}
