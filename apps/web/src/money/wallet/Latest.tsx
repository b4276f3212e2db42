import type { WalletTransaction } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { Statement } from "../transactions/index.ts";
import classes from "./BalanceHistory.module.css";

/** The latest transactions, with a link to all. */
export function Latest({ transactions }: { transactions: readonly WalletTransaction[] }) {
  return (
    <section aria-labelledby="latest">
      <div className={classes.head}>
        <h2 id="latest">Latest transactions</h2>
        {transactions.length > 0 && (
          <Link to="/transactions" className="reach">
            All transactions
          </Link>
        )}
      </div>
      {transactions.length > 0 ? (
        <Statement transactions={transactions} label="Latest transactions" />
      ) : (
        <p className={classes.nothing}>
          <strong>No transactions found.</strong> Buy some BBUX, or win a bounty: each movement of your balance shows
          here and in <Link to="/transactions">all transactions</Link>.
        </p>
      )}
    </section>
  );
}
