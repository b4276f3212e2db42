import type { RefundRequest } from "@bbux/contract";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ComponentProps, useId, useMemo } from "react";
import { Amount } from "../../components/Amount.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { exactTime, plural, span } from "../../components/TimeAgo.format.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { AppealDecision } from "../../governance/refunds/AppealDecision.tsx";
import { trpc } from "../../lib/trpc.ts";
import classes from "./Case.module.css";
import { MemberName } from "./CaseFlags.tsx";
import { CasesSkeleton } from "./CasesSkeleton.tsx";
import { QueueLine } from "./QueueLine.tsx";
import { useQueueFocus } from "./useQueueFocus.ts";
import { caseId, useQueueKeys } from "./useQueueKeys.ts";

/**
 * Appeals of denied refund requests: a moderator's decision is final and recorded in the transparency log
 * (docs/DECISIONS.md 1.5).
 */
export function RefundAppeals() {
  const list = trpc.refunds.list.useQuery({ status: "appealed", limit: 100 }, { refetchInterval: 30_000 });
  const keys = useMemo(() => list.data?.map(({ id }) => id) ?? [], [list.data]);
  useQueueKeys(keys);
  const focusOf = useQueueFocus(keys);
  return (
    <>
      {list.error && (
        <ErrorBox
          error={list.error}
          fallback="We couldn't load the appeals"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {list.isPending && <CasesSkeleton label="Loading appeals" />}
      {list.data && (
        <QueueLine isEmpty={keys.length === 0} cases={keys.length}>
          {keys.length === 0 ? "All caught up" : plural(keys.length, ["# appeal", "# appeals"])}
        </QueueLine>
      )}
      {list.data?.length === 0 && (
        <EmptyState
          title="All caught up"
          action={
            <Button variant="default" renderRoot={(props) => <Link to="/refund-requests" {...props} />}>
              See refund requests
            </Button>
          }
        >
          When members vote against a refund, the person who asked can appeal. A moderator decides here.
        </EmptyState>
      )}
      {list.data?.map((request) => (
        <RefundAppeal key={request.id} request={request} {...focusOf(request.id)} />
      ))}
    </>
  );
}

interface RefundAppealProps extends Pick<ComponentProps<"article">, "onFocus"> {
  readonly request: RefundRequest;
}

function RefundAppeal({ request, onFocus }: RefundAppealProps) {
  const heading = useId();
  const now = useNow();
  const { id, postId, postTitle, requesterUsername, amount, reason, votes, appeal, own } = request;
  if (!appeal) return null;
  return (
    <article
      id={caseId(id)}
      data-case={id}
      className={classes.case}
      tabIndex={-1}
      aria-labelledby={heading}
      onFocus={onFocus}
    >
      <div className={classes.body}>
        <header className={classes.head}>
          <p className={classes.kind}>Refund of a bounty</p>
          <h2 id={heading} className={classes.title} dir="auto">
            <Link to="/posts/$postId" params={{ postId }} className={classes.link}>
              {postTitle}
            </Link>
          </h2>
          <p className={classes.by}>
            Requested by <MemberName username={requesterUsername} />
          </p>
        </header>
        <dl className={classes.quote}>
          <dt>Why they asked for a refund</dt>
          <dd dir="auto">{reason}</dd>
          <dt>
            Why they think the decision is wrong, <TimeAgo at={appeal.createdAt} />
          </dt>
          <dd dir="auto">{appeal.reason}</dd>
        </dl>
        <div className={classes.side}>
          <dl className={classes.facts}>
            <div>
              <dt>Bounty</dt>
              <dd>
                <Amount value={amount} />
              </dd>
            </div>
            <div>
              <dt>Votes</dt>
              <dd>
                {votes.reject} against, {votes.approve} for
              </dd>
            </div>
            <div>
              <dt>Lapses</dt>
              <dd>
                <time dateTime={appeal.expiresAt} title={exactTime(appeal.expiresAt)}>
                  in {span(Math.max(Date.parse(appeal.expiresAt) - now, 0))}
                </time>
              </dd>
            </div>
          </dl>
          <p className={classes.by}>Without a decision, the appeal lapses and the refund stays denied.</p>
          {own ? (
            <p className={classes.by}>This is your own request, so someone else has to decide.</p>
          ) : (
            <AppealDecision request={request} />
          )}
        </div>
      </div>
    </article>
  );
}
