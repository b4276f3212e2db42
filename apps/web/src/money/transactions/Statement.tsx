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
  /** Shows each day's rewards as one row, which opens to all of them. */
  readonly byDay?: boolean;
}

/** Transactions as on a bank statement: type, amount, status, time and resulting balance. A row opens its details. */
export function Statement({ transactions, label, stale = false, byDay = false }: StatementProps) {
  return (
    <div className={classes.wide}>
      <table
        className={classes.table}
        aria-label={label}
        aria-busy={stale}
        data-stale={stale || undefined}
        data-wide={byDay || undefined}
      >
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
        {(byDay ? byRewardDay(transactions) : transactions).map((row) =>
          // A day's oldest reward names it, because newer ones may still be paid.
          "rewards" in row ? (
            <RewardDayRows key={`day-${row.rewards.at(-1)?.id}`} {...row} />
          ) : (
            <StatementRow key={row.id} transaction={row} />
          ),
        )}
      </table>
    </div>
  );
}
