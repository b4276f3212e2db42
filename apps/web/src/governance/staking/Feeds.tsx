import type { GovernanceActivity, GovernanceDashboard, GovernanceLog } from "@bbux/contract";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { unitsOf } from "../../components/Amount.format.ts";
import { Amount } from "../../components/Amount.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { LogSays } from "../../components/LogSays.tsx";
import { logTypeLabel } from "../../components/logEntries.ts";
import { TabRow } from "../../components/TabRow.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import classes from "./Feeds.module.css";

const TABS = [
  { value: "activity", label: "Activity" },
  { value: "log", label: "Transparency log" },
] as const;

/** What happened lately, once in plain words and once as it is published. */
export function LatestLog({ data: { logs, activity } }: { data: Pick<GovernanceDashboard, "logs" | "activity"> }) {
  const [tab, setTab] = useState<(typeof TABS)[number]["value"]>("activity");
  return (
    <section aria-labelledby="log">
      <div className={classes.head}>
        <h2 id="log">Log</h2>
        <Link to="/transparency" className="reach">
          Verify the whole log
        </Link>
      </div>
      <TabRow label="Which log" tabs={TABS} value={tab} onChange={setTab}>
        {tab === "log" ? <TransparencyLog logs={logs} /> : <ActivityFeed activity={activity} />}
      </TabRow>
    </section>
  );
}

/** The latest lines of the published log: at most 20, in a box that scrolls. */
export function TransparencyLog({ logs }: { logs: readonly GovernanceLog[] }) {
  return (
    <Feed
      label="Transparency log"
      latest="Transparency log, the latest entries"
      amount="Amount and fee"
      empty={logs.length === 0}
    >
      {logs.map((log) => (
        <Row
          key={log.id}
          type={log.logType}
          says={<LogSays type={log.logType} description={log.description} className={classes.text} />}
          createdAt={log.createdAt}
        >
          <Moved amount={log.amount} />
          {unitsOf(log.feeAmount) > 0n && (
            <span className={classes.fee}>
              fee <Amount value={log.feeAmount} fixed plain />
            </span>
          )}
        </Row>
      ))}
    </Feed>
  );
}

/** Members' recent actions: at most 20, without names. */
export function ActivityFeed({ activity }: { activity: readonly GovernanceActivity[] }) {
  return (
    <Feed label="Activity" latest="Activity, the latest entries" amount="Amount" empty={activity.length === 0}>
      {activity.map((item) => (
        <Row
          key={item.id}
          type={item.activityType}
          says={<span className={classes.text}>{item.description}</span>}
          createdAt={item.createdAt}
        >
          <Moved amount={item.amount} />
        </Row>
      ))}
    </Feed>
  );
}

interface FeedProps {
  readonly label: string;
  /** Names the box that scrolls. */
  readonly latest: string;
  readonly amount: string;
  readonly empty: boolean;
  readonly children: ReactNode;
}

function Feed({ label, latest, amount, empty, children }: FeedProps) {
  if (empty) {
    return (
      <EmptyState
        title="Nothing yet"
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/community" {...props} />}>
            Browse questions
          </Button>
        }
      >
        You'll see each bounty, fee, stake, reward and decision here.
      </EmptyState>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={latest}>
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
  readonly says: ReactNode;
  readonly createdAt: string;
  readonly children: ReactNode;
}

function Row({ type, says, createdAt, children }: RowProps) {
  return (
    <tr>
      <td>
        <span className={classes.type}>{logTypeLabel(type)}</span>
        {says}
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
