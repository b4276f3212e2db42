import type { GovernanceActivity, GovernanceLog } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { unitsOf } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { logTypeLabel } from "../../components/logTypeLabel.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import classes from "./Feeds.module.css";

/** The latest lines of the published log: at most 20, in a box that scrolls. */
export function TransparencyLog({ logs }: { logs: readonly GovernanceLog[] }) {
  return (
    <section aria-labelledby="log">
      <div className={classes.head}>
        <h2 id="log">Transparency log</h2>
        <Link to="/transparency" className="reach">
          Verify the whole log
        </Link>
      </div>
      <Feed label="Transparency log" amount="Amount and fee" empty={logs.length === 0}>
        {logs.map((log) => (
          <Row key={log.id} {...log} type={log.logType}>
            <Moved amount={log.amount} />
            {unitsOf(log.feeAmount) > 0n && (
              <span className={classes.fee}>
                fee <Amount value={log.feeAmount} fixed plain />
              </span>
            )}
          </Row>
        ))}
      </Feed>
    </section>
  );
}

/** Members' recent actions: at most 20, without names. */
export function ActivityFeed({ activity }: { activity: readonly GovernanceActivity[] }) {
  return (
    <section aria-labelledby="activity">
      <div className={classes.head}>
        <h2 id="activity">Activity</h2>
      </div>
      <Feed label="Activity" amount="Amount" empty={activity.length === 0}>
        {activity.map((item) => (
          <Row key={item.id} {...item} type={item.activityType}>
            <Moved amount={item.amount} />
          </Row>
        ))}
      </Feed>
    </section>
  );
}

interface FeedProps {
  readonly label: string;
  readonly amount: string;
  readonly empty: boolean;
  readonly children: ReactNode;
}

function Feed({ label, amount, empty, children }: FeedProps) {
  if (empty) {
    return (
      <p className={classes.nothing}>
        <strong>Nothing yet.</strong> Each bounty, fee, stake, reward and decision shows here as soon as it happens.
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={`${label}, the latest entries`}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">{amount}</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

interface RowProps {
  readonly type: string;
  readonly description: string;
  readonly createdAt: string;
  readonly children: ReactNode;
}

function Row({ type, description, createdAt, children }: RowProps) {
  return (
    <tr>
      <td>
        <span className={classes.type}>{logTypeLabel(type)}</span>
        <span className={classes.text}>{description}</span>
      </td>
      <td className={classes.amount}>{children}</td>
      <td className={classes.when}>
        <TimeAgo at={createdAt} />
      </td>
    </tr>
  );
}

/** A decision moves no money. */
function Moved({ amount }: { amount: string }) {
  return unitsOf(amount) > 0n ? <Amount value={amount} fixed /> : <span aria-hidden="true">—</span>;
}
