import { Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Amount } from "../../components/Amount.tsx";
import { Avatar } from "../../components/Avatar.tsx";
import { cutTitle, titleTip } from "../../components/cut.ts";
import { TagChip } from "../../components/TagChip.tsx";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { exactTime, plural, span } from "../../components/TimeAgo.format.ts";
import { timeText } from "../../lib/time.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./FeedSide.module.css";

/** How old the column may be (ms), as on the server. */
const FRESH_MS = 60_000;

/** The column beside the feed, the same for everyone: what ends soon, what is voted on, popular tags and top earners. */
export default function FeedSide() {
  const { data, isError } = trpc.stats.board.useQuery(undefined, { staleTime: FRESH_MS });
  const now = useNow();
  if (!data) return isError ? null : <SideSkeleton />;
  return (
    <div className={classes.side}>
      <Section title="Next bounties to end" isEmpty={data.endingSoon.length === 0}>
        <ul className={classes.rows}>
          {data.endingSoon.map(({ id, title, reward, bountyExpiresAt }) => (
            <li key={id}>
              <Link to="/posts/$postId" params={{ postId: id }} title={titleTip(title)} dir="auto">
                {cutTitle(title)}
              </Link>
              <p className={classes.meta}>
                <Amount value={reward} /> <Left until={bountyExpiresAt} now={now} />
              </p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Open votes" isEmpty={data.openVotes.length === 0}>
        <ul className={classes.rows}>
          {data.openVotes.map(({ kind, id, title, closesAt }) => (
            <li key={id}>
              <VoteLink kind={kind} id={id} title={title} />
              <p className={classes.meta}>
                <span className={classes.vote}>{kind === "refund" ? "Refund vote" : "Proposal"}</span>{" "}
                <Left until={closesAt} now={now} />
              </p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Popular tags" isEmpty={data.popularTags.length === 0}>
        <ul className={classes.tags}>
          {data.popularTags.map(({ name }) => (
            <li key={name}>
              <TagChip name={name} />
            </li>
          ))}
        </ul>
        <p className={classes.all}>
          <Link to="/tags">All tags</Link>
        </p>
      </Section>
      <Section title={`Top earners in ${timeText(`${data.month}-15`, "month")}`} isEmpty={data.topEarners.length === 0}>
        <ol className={classes.earners}>
          {data.topEarners.map(({ author, earned, bounties }) => (
            <li key={author.id}>
              <Link className="reach" to="/users/$username" params={{ username: author.username }}>
                <Avatar username={author.username} picture={author.profilePicture} size={24} />
                <span>{author.username}</span>
              </Link>
              <span title={plural(bounties, ["# bounty", "# bounties"])}>
                <Amount value={earned} />
              </span>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  /** Without anything to show there is no heading either. */
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}

function Section({ title, isEmpty, children }: SectionProps) {
  if (isEmpty) return null;
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Nothing once it is over. */
function Left({ until, now }: { until: string; now: number }) {
  const left = Date.parse(until) - now;
  return left > 0 ? <span title={exactTime(until)}>{`${span(left)} left`}</span> : null;
}

function VoteLink({ kind, id, title }: { kind: "refund" | "proposal"; id: string; title: string }) {
  const shared = { title: titleTip(title), dir: "auto", children: cutTitle(title) } as const;
  return kind === "refund" ? (
    <Link to="/refund-requests/$requestId" params={{ requestId: id }} {...shared} />
  ) : (
    <Link to="/governance/proposals/$proposalId" params={{ proposalId: id }} {...shared} />
  );
}

/** Two lists in the place of the first ones. */
function SideSkeleton() {
  return (
    <div className={classes.side} role="status" aria-label="Loading community highlights">
      {[5, 3].map((rows) => (
        <section key={rows}>
          <Skeleton width={140} height={14} mb={16} />
          {Array.from({ length: rows }, (_, row) => row).map((row) => (
            <Skeleton key={row} width={`${96 - ((row * 13) % 30)}%`} height={32} mb={14} />
          ))}
        </section>
      ))}
    </div>
  );
}
