import { Skeleton } from "@mantine/core";
import { Page } from "../../components/Page.tsx";
import classes from "./WalletPage.module.css";

/** The skeleton of the wallet: a balance, a form and some rows. */
export function WalletSkeleton() {
  return (
    <Page>
      <div role="status" aria-label="Loading wallet">
        <Skeleton height={34} width={140} mb="sm" />
        <Skeleton height={18} width="min(360px, 80%)" mb="lg" />
        <div className={classes.layout}>
          <div className={classes.balance}>
            <Skeleton height={340} />
          </div>
          <div className={classes.exchange}>
            <Skeleton height={440} />
          </div>
          <div className={classes.past}>
            {Array.from({ length: 5 }, (_, row) => `row-${row}`).map((row) => (
              <Skeleton key={row} height={24} />
            ))}
          </div>
        </div>
      </div>
    </Page>
  );
}
