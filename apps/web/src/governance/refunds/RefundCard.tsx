import { ballotOf, type RefundRequest } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { Amount } from "../../components/Amount.tsx";
import { authorName, hasLeft } from "../../components/author.ts";
import { MarkdownTitle } from "../../components/MarkdownTitle.tsx";
import { REFUND_STATUSES } from "../../components/StatusBadge.statuses.ts";
import { StatusBadge } from "../../components/StatusBadge.tsx";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { plural } from "../../components/TimeAgo.format.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { TimeLeft, useIsOver } from "../../components/TimeLeft.tsx";
import { useSession } from "../../lib/session.ts";
import { AppealDecision } from "./AppealDecision.tsx";
import { AppealState } from "./AppealState.tsx";
import { CantVote } from "./CantVote.tsx";
import { OwnRefund } from "./OwnRefund.tsx";
import classes from "./Refunds.module.css";
import { VoteForm } from "./VoteForm.tsx";
import { VoteProgress } from "./VoteProgress.tsx";
import { VotesList } from "./VotesList.tsx";

interface RefundCardProps {
  readonly request: RefundRequest;
  /** On its own page, where everything is expanded and its title is the page's. */
  readonly alone?: boolean;
}

/** A refund request: asker, bounty, reason and status, and what the viewer may do about it. */
export function RefundCard({ request, alone = false }: RefundCardProps) {
  const titleId = useId();
  const Title = alone ? "h1" : "h2";
  const isObjection = request.kind === "OBJECTION";
  return (
    <article className={classes.card} aria-labelledby={titleId} data-alone={alone || undefined}>
      <header className={classes.head}>
        <Title className={classes.title} id={titleId} dir="auto">
          <Link to="/posts/$postId" params={{ postId: request.postId }}>
            <MarkdownTitle title={request.postTitle} />
          </Link>
        </Title>
        <span className={classes.amount}>
          <span className="visually-hidden">Bounty: </span>
          <Amount value={request.bountyAmount} fixed />
        </span>
      </header>
      <p className={classes.line}>
        <StatusBadge {...REFUND_STATUSES[request.status]} />
        <Requester request={request} />
        <TimeAgo at={request.createdAt} text={(time) => (isObjection ? `objected ${time}` : `asked ${time}`)} />
        <When request={request} />
      </p>
      {isObjection && (
        <p className={classes.note}>
          This is an objection to a payment. Approving it returns the bounty to the asker. Rejecting it pays the bounty
          as announced.
        </p>
      )}
      <p className={classes.reason} dir="auto">
        {request.reason}
      </p>
      {alone && (
        <Link className={`${classes.post} reach`} to="/posts/$postId" params={{ postId: request.postId }}>
          Read the post and its answers
        </Link>
      )}
      <VoteProgress request={request} />
      {request.status === "PENDING" && request.communityVotes >= request.requiredVotes && (
        <p className={classes.note}>
          There are enough votes. The majority decides when voting ends, or {request.requiredVotes} equal votes before.
        </p>
      )}
      <Acts request={request} alone={alone} />
    </article>
  );
}

function Requester({ request }: { request: RefundRequest }) {
  const name = authorName(request.requesterUsername);
  if (request.own) return <span className={classes.person}>you</span>;
  if (hasLeft(request.requesterUsername)) return <span>{name}</span>;
  return (
    <Link className={`${classes.person} reach`} to="/users/$username" params={{ username: request.requesterUsername }}>
      {name}
    </Link>
  );
}

function When({ request }: { request: RefundRequest }) {
  if (request.status === "PENDING" || request.status === "EXPIRED") return <TimeLeft expiresAt={request.expiresAt} />;
  return request.decidedAt && <TimeAgo at={request.decidedAt} text={(time) => `decided ${time}`} />;
}

/** The votes, the viewer's vote form, and the actions of the asker and moderators. */
function Acts({ request, alone }: { request: RefundRequest; alone: boolean }) {
  const { user } = useSession();
  const over = useIsOver(request.expiresAt);
  // A minute's clock is behind the moment at which voting ends.
  const now = useNow();
  const ballot = ballotOf(request, over ? Date.parse(request.expiresAt) : now);
  const mayVote = ballot.state === "vote";
  const [voting, form] = useDisclosure(alone);
  const [listed, votes] = useDisclosure(alone);
  const formId = useId();
  const votesId = useId();
  const moderator = user?.role === "moderator" || user?.role === "admin";
  return (
    <>
      {request.status === "PENDING" && over && (
        <p className={classes.note} role="status">
          Voting is over. The votes are being counted.
        </p>
      )}
      {request.userVote && (
        <p className={classes.note}>
          {request.userVote === "approve" ? (
            <>
              You voted to <strong>approve</strong> it.
            </>
          ) : (
            <>
              You voted to <strong>reject</strong> it.
            </>
          )}
        </p>
      )}
      {request.own && <OwnRefund request={request} />}
      {!request.own && request.appeal && <AppealState request={request} />}
      {moderator && !request.own && request.appeal?.status === "OPEN" && <AppealDecision request={request} />}
      {(ballot.state === "barred" || ballot.state === "later") && (
        <CantVote ballot={ballot} hindrances={request.hindrances} alone={alone} />
      )}
      <div className={classes.tools}>
        {mayVote && !alone && (
          <Button
            size="xs"
            data-voting={voting || undefined}
            variant={voting ? "default" : "filled"}
            aria-expanded={voting}
            aria-controls={formId}
            onClick={form.toggle}
          >
            Vote on this request
          </Button>
        )}
        {request.communityVotes > 0 && !alone && (
          <Button
            className={classes.toggle}
            size="xs"
            variant="subtle"
            color="gray"
            aria-expanded={listed}
            aria-controls={votesId}
            onClick={votes.toggle}
            rightSection={<IconChevronDown size={16} className={classes.chevron} aria-hidden />}
          >
            {plural(request.communityVotes, ["# vote", "# votes"])}
          </Button>
        )}
        {!alone && (
          <Link
            className={`${classes.details} reach`}
            to="/refund-requests/$requestId"
            params={{ requestId: request.id }}
          >
            Details
          </Link>
        )}
      </div>
      {mayVote && voting && <VoteForm id={formId} request={request} onDone={form.close} />}
      {listed && <VotesList id={votesId} request={request} />}
    </>
  );
}
