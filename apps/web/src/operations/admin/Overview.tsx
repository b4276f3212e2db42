import type { adminStats } from "@bbux/contract";
import { Skeleton } from "@mantine/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { z } from "zod";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { numberText } from "../../lib/locale.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Admin.module.css";
import { LatestActions } from "./LatestActions.tsx";

type Stats = z.infer<typeof adminStats>;

/** Totals, and what needs attention (the stats cards). */
export function Overview() {
  const stats = trpc.admin.stats.useQuery(undefined, { refetchInterval: 30_000 });
  return (
    <>
      {stats.error && (
        <ErrorBox
          error={stats.error}
          fallback={stats.data ? "We couldn't refresh the figures" : "We couldn't load the statistics"}
          onRetry={() => void stats.refetch()}
          retrying={stats.isFetching}
        />
      )}
      {stats.data ? <Figures stats={stats.data.stats} /> : !stats.error && <Waiting />}
    </>
  );
}

function Figures({ stats }: { stats: Stats }) {
  return (
    <>
      <div className={classes.halves}>
        <Attention stats={stats} />
        <LatestActions />
      </div>
      <section aria-labelledby="people" className={classes.part}>
        <h2 id="people" className={classes.heading}>
          Members
        </h2>
        <dl className={classes.strip}>
          <Figure term="Total members" value={stats.totalUsers} note={`${count(stats.newThisWeek)} new in 7 days`} />
          <Figure
            term="Users"
            value={stats.userCount}
            to={{ to: "/admin", search: { tab: "members", role: "user" } }}
          />
          <Figure
            term="Moderators"
            value={stats.moderatorCount}
            to={{ to: "/admin", search: { tab: "members", role: "moderator" } }}
          />
          <Figure
            term="Admins"
            value={stats.adminCount}
            to={{ to: "/admin", search: { tab: "members", role: "admin" } }}
          />
          <Figure
            term="Suspended"
            value={stats.suspendedCount}
            to={{ to: "/admin", search: { tab: "members", suspended: true } }}
          />
        </dl>
      </section>
      <section aria-labelledby="content" className={classes.part}>
        <h2 id="content" className={classes.heading}>
          Content
        </h2>
        <dl className={classes.strip}>
          <Figure term="Posts" value={stats.totalPosts} to={{ to: "/community" }} />
          <Figure term="Answers" value={stats.totalAnswers} />
        </dl>
      </section>
    </>
  );
}

/** Counts of what needs a decision. */
function Attention({ stats }: { stats: Stats }) {
  const withdrawals = trpc.admin.waitingWithdrawals.useQuery(undefined, { refetchInterval: 30_000 });
  const deposits = trpc.admin.waitingDeposits.useQuery(undefined, { refetchInterval: 30_000 });
  if (!withdrawals.data || !deposits.data) {
    const { error, refetch, isFetching } = withdrawals.error ? withdrawals : deposits;
    if (!error) return <Skeleton height={200} aria-label="Loading the open decisions" />;
    return (
      <ErrorBox
        error={error}
        fallback="We couldn't load the open decisions"
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  const toApprove = withdrawals.data.withdrawals.length;
  const toCredit = deposits.data.deposits.filter(({ reason }) => reason === "approval").length;
  const money = { to: "/admin", search: { tab: "money" } } as const;
  const waits = stats.openFlags + stats.openAppeals + stats.openTagProposals + stats.openAlerts + toApprove + toCredit;
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className={classes.heading}>
        {waits === 0 ? "All caught up" : "Needs attention"}
      </h2>
      <dl className={classes.rows}>
        <Figure term="Alerts" value={stats.openAlerts} to={money} waits="alarm" />
        <Figure term="Withdrawals to approve" value={toApprove} to={money} waits="work" />
        <Figure term="Deposits to approve" value={toCredit} to={money} waits="work" />
        <Figure term="Open flags" value={stats.openFlags} to={{ to: "/moderation" }} waits="work" />
        <Figure
          term="Open appeals"
          value={stats.openAppeals}
          to={{ to: "/moderation", search: { tab: "appeals" } }}
          waits="work"
        />
        <Figure
          term="Proposed tags"
          value={stats.openTagProposals}
          to={{ to: "/moderation", search: { tab: "tags" } }}
          waits="work"
        />
      </dl>
    </section>
  );
}

const count = (value: number) => numberText(value);

interface FigureProps {
  readonly term: string;
  readonly value: number;
  readonly note?: string;
  /** What a figure above zero means. */
  readonly waits?: "work" | "alarm";
  readonly to?: Pick<LinkProps, "to" | "search">;
}

function Figure({ term, value, note, waits, to }: FigureProps) {
  const label: ReactNode = to ? (
    <Link {...to} className={classes.reach}>
      {term}
    </Link>
  ) : (
    term
  );
  return (
    <div data-waits={value > 0 ? waits : undefined} data-zero={value === 0 || undefined}>
      <dt>{label}</dt>
      <dd>
        {count(value)}
        {note && <span className={classes.note}>{note}</span>}
      </dd>
    </div>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading the statistics">
      {["people", "waiting", "content"].map((part) => (
        <div key={part}>
          <Skeleton height={20} width={120} mb="sm" mt="lg" />
          <Skeleton height={88} />
        </div>
      ))}
    </div>
  );
}
