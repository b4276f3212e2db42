import type { adminStats } from "@bbux/contract";
import { Skeleton } from "@mantine/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { z } from "zod";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { numberText } from "../../lib/locale.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Admin.module.css";

type Stats = z.infer<typeof adminStats>;

/** Totals, and what needs attention (the stats cards). */
export function Overview() {
  const stats = trpc.admin.stats.useQuery(undefined, { refetchInterval: 30_000 });
  return (
    <>
      {stats.error && (
        <ErrorBox
          error={stats.error}
          fallback={stats.data ? "The figures could not be refreshed" : "Failed to load the statistics"}
          onRetry={() => void stats.refetch()}
          retrying={stats.isFetching}
        />
      )}
      {stats.data ? <Figures stats={stats.data.stats} /> : !stats.error && <Waiting />}
    </>
  );
}

function Figures({ stats }: { stats: Stats }) {
  const waits = stats.openFlags + stats.openAppeals + stats.openAlerts;
  return (
    <>
      <section aria-labelledby="people">
        <h2 id="people" className={classes.heading}>
          Members
        </h2>
        <dl className={classes.cards}>
          <Card
            term="Total members"
            value={stats.totalUsers}
            note={`${count(stats.newThisWeek)} new in 7 days`}
            large
          />
          <Card term="Users" value={stats.userCount} to={{ to: "/admin", search: { tab: "members", role: "user" } }} />
          <Card
            term="Moderators"
            value={stats.moderatorCount}
            to={{ to: "/admin", search: { tab: "members", role: "moderator" } }}
          />
          <Card
            term="Admins"
            value={stats.adminCount}
            to={{ to: "/admin", search: { tab: "members", role: "admin" } }}
          />
          <Card
            term="Suspended"
            value={stats.suspendedCount}
            to={{ to: "/admin", search: { tab: "members", suspended: true } }}
          />
        </dl>
      </section>
      <section aria-labelledby="waiting">
        <h2 id="waiting" className={classes.heading}>
          {waits === 0 ? "All caught up" : "Needs attention"}
        </h2>
        <dl className={classes.cards}>
          <Card term="Open flags" value={stats.openFlags} to={{ to: "/moderation" }} waits="work" />
          <Card
            term="Open appeals"
            value={stats.openAppeals}
            to={{ to: "/moderation", search: { tab: "appeals" } }}
            waits="work"
          />
          <Card term="Alerts" value={stats.openAlerts} to={{ to: "/admin", search: { tab: "money" } }} waits="alarm" />
        </dl>
      </section>
      <section aria-labelledby="content">
        <h2 id="content" className={classes.heading}>
          Content
        </h2>
        <dl className={classes.cards}>
          <Card term="Posts" value={stats.totalPosts} />
          <Card term="Answers" value={stats.totalAnswers} />
        </dl>
      </section>
    </>
  );
}

const count = (value: number) => numberText(value);

interface CardProps {
  readonly term: string;
  readonly value: number;
  readonly note?: string;
  readonly large?: boolean;
  /** Explains a figure above zero. */
  readonly waits?: "work" | "alarm";
  readonly to?: Pick<LinkProps, "to" | "search">;
}

function Card({ term, value, note, large, waits, to }: CardProps) {
  const label: ReactNode = to ? (
    <Link {...to} className={classes.reach}>
      {term}
    </Link>
  ) : (
    term
  );
  return (
    <div className={classes.card} data-large={large} data-waits={value > 0 ? waits : undefined}>
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
