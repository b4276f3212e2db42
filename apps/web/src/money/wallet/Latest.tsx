import type { WalletTransaction } from "@bbux/contract";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../components/EmptyState.tsx";
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
        <EmptyState
          title="No transactions found"
          action={
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/community" search={{ hasBounty: true }} {...props} />}
            >
              Find a bounty to win
            </Button>
          }
        >
          Buy BBUX or win a bounty, and you'll see it here.
        </EmptyState>
      )}
    </section>
  );
}
