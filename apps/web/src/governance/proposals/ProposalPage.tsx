import { PARAMETERS, type Proposal } from "@bbux/contract";
import { Button, Skeleton } from "@mantine/core";
import { IconArrowLeft, IconExternalLink } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { AccessRequired } from "../../components/AccessRequired.tsx";
import { AuthorLink } from "../../components/AuthorLink.tsx";
import back from "../../components/BackLink.module.css";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Markdown } from "../../components/Markdown.tsx";
import { Notice } from "../../components/Notice.tsx";
import { Page } from "../../components/Page.tsx";
import { PagePending } from "../../components/PagePending.tsx";
import { PROPOSAL_STATUSES } from "../../components/StatusBadge.statuses.ts";
import { StatusBadge } from "../../components/StatusBadge.tsx";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { exactTime, span } from "../../components/TimeAgo.format.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { codeOf } from "../../lib/errors.ts";
import { valueText } from "../../lib/parameters/valueText.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { Change } from "./Change.tsx";
import { Execution } from "./Execution.tsx";
import classes from "./Proposals.module.css";
import { outcomeText, TYPES } from "./proposalLabels.ts";
import { Tally } from "./VoteBar.tsx";
import { VotePanel } from "./VotePanel.tsx";

/** How often an open proposal is refetched (ms): often near its end, when it is decided automatically. */
const REFRESH = { soon: 5_000, open: 20_000, near: 120_000 } as const;

/** One proposal: its text, the change, the votes, the member's own vote, and the outcome. */
export function ProposalPage({ id }: { id: string }) {
  const { user, loading } = useSession();
  if (loading) return <PagePending />;
  if (!user) {
    return (
      <AccessRequired title="Governance Access Required">
        Members vote on proposals. Sign in to see this one.
      </AccessRequired>
    );
  }
  return <Found id={id} />;
}

function Found({ id }: { id: string }) {
  const found = trpc.proposals.get.useQuery(
    { id },
    {
      refetchInterval: ({ state }) => {
        const proposal = state.data?.proposal;
        if (proposal?.status !== "OPEN") return false;
        return Date.parse(proposal.closesAt) - Date.now() < REFRESH.near ? REFRESH.soon : REFRESH.open;
      },
    },
  );
  if (found.isError && codeOf(found.error) === "NOT_FOUND") return <Missing />;
  const proposal = found.data?.proposal;
  return (
    <Page>
      <Link to="/governance/proposals" className={`${back.back} reach`}>
        <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
        Proposals
      </Link>
      {found.isError && (
        <ErrorBox
          error={found.error}
          fallback={proposal ? "We couldn't refresh the proposal" : "We couldn't load this proposal"}
          always
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {proposal ? <Shown proposal={proposal} /> : !found.isError && <Waiting />}
    </Page>
  );
}

function Shown({ proposal }: { proposal: Proposal }) {
  const { title, type, username, userId, createdAt, parameter } = proposal;
  return (
    <>
      <header className={classes.header}>
        <h1 dir="auto">{title}</h1>
        <p className={classes.meta}>
          <StatusBadge {...PROPOSAL_STATUSES[proposal.status]} />
          <span title={TYPES[type].says}>{TYPES[type].name}</span>
          <AuthorLink author={{ username, profilePicture: null }} authorId={userId} size={22} />
          <TimeAgo at={createdAt} text={(time) => `submitted ${time}`} />
        </p>
      </header>
      <div className={classes.layout}>
        <div className={classes.text}>
          {parameter && (
            <section aria-label={proposal.status === "EXECUTED" ? "What was changed" : "What would change"}>
              <Change
                title={PARAMETERS[parameter.name].title}
                says={PARAMETERS[parameter.name].says}
                {...(proposal.status === "EXECUTED"
                  ? {}
                  : { from: valueText(parameter.name, BigInt(parameter.current)) })}
                to={valueText(parameter.name, BigInt(parameter.value))}
              />
              {proposal.status === "EXECUTED" && (
                <p className={classes.note}>In force now: {valueText(parameter.name, BigInt(parameter.current))}.</p>
              )}
            </section>
          )}
          <Markdown content={proposal.proposal} />
          {proposal.discussionUrl && <Discussion url={proposal.discussionUrl} />}
        </div>
        <aside className={classes.aside} aria-label="Vote">
          <section className={classes.card} aria-label="Results so far">
            <h2>{proposal.status === "OPEN" ? "Results so far" : "The result"}</h2>
            <Closing proposal={proposal} />
            <Tally tally={proposal} />
          </section>
          <VotePanel proposal={proposal} />
          <Execution proposal={proposal} />
        </aside>
      </div>
    </>
  );
}

function Closing({ proposal }: { proposal: Proposal }) {
  const left = Date.parse(proposal.closesAt) - useNow();
  return (
    <p className={classes.closing}>
      {proposal.status === "OPEN" && left > 0 && (
        <>
          <time dateTime={proposal.closesAt} title={exactTime(proposal.closesAt)}>
            Voting ends in {span(left)}.
          </time>{" "}
        </>
      )}
      {proposal.decidedAt && (
        <>
          <span>Decided on {exactTime(proposal.decidedAt)}.</span>{" "}
        </>
      )}
      {outcomeText(proposal, left <= 0)}
    </p>
  );
}

function Discussion({ url }: { url: string }) {
  const post = /^\/posts\/(\d+)$/.exec(url)?.[1];
  if (post) {
    return (
      <p>
        <Link to="/posts/$postId" params={{ postId: post }} className={`${classes.discussion} reach`}>
          Read the discussion
        </Link>
      </p>
    );
  }
  return (
    <p>
      <a className={`${classes.discussion} reach`} href={url} target="_blank" rel="nofollow ugc noopener noreferrer">
        Read the discussion at {URL.canParse(url) ? new URL(url).hostname : url}
        <IconExternalLink size={14} stroke={1.6} aria-hidden="true" />
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
    </p>
  );
}

function Missing() {
  return (
    <Notice title="This proposal is not here" mark="404">
      <p>The address may be mistyped.</p>
      <Button renderRoot={(props) => <Link to="/governance/proposals" {...props} />}>Go to the proposals</Button>
    </Notice>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading the proposal">
      <Skeleton height={34} width="min(520px, 90%)" mb="sm" />
      <Skeleton height={20} width={260} mb="xl" />
      <div className={classes.layout}>
        <Skeleton height={260} />
        <Skeleton height={320} />
      </div>
    </div>
  );
}
