import { Skeleton } from "@mantine/core";
import { Page } from "../../components/Page.tsx";
import classes from "./Governance.module.css";

/** The skeleton of the dashboard. */
export function GovernanceSkeleton() {
  return (
    <Page>
      <div role="status" aria-label="Loading governance">
        <Skeleton height={34} width={190} mb="sm" />
        <Skeleton height={18} width="min(420px, 80%)" mb="lg" />
        <div className={classes.ways}>
          {["a", "b", "c"].map((key) => (
            <Skeleton key={key} height={20} width={96} />
          ))}
        </div>
        <div className={classes.parts}>
          <div className={classes.own}>
            <div className={classes.first}>
              <Skeleton height={150} />
              <Skeleton height={480} />
            </div>
            <Skeleton height={560} />
          </div>
          <Skeleton height={420} />
        </div>
      </div>
    </Page>
  );
}
