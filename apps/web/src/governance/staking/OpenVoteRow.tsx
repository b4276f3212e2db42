import { PARAMETERS, type Proposal, type RefundRequest, summaryOf } from "@bbux/contract";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Amount } from "../../components/Amount.tsx";
import { cutTitle, titleTip } from "../../components/cut.ts";
import { MarkdownTitle } from "../../components/MarkdownTitle.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { TimeLeft } from "../../components/TimeLeft.tsx";
import { valueText } from "../../lib/parameters/valueText.ts";
import { powerText } from "../proposals/proposalLabels.ts";
import type { OpenVote } from "./openVotes.ts";
import classes from "./Votes.module.css";

/** A vote that waits for the member: what it is about, how it goes, how long it is open, and the way to vote. */
export function OpenVoteRow({ vote }: { vote: OpenVote }) {
  return vote.kind === "proposal" ? <ProposalVote proposal={vote.proposal} /> : <RefundVote request={vote.request} />;
}

function ProposalVote({
  proposal: { id, title, parameter, proposal, closesAt, userPower, ...votes },
}: {
  proposal: Proposal;
}) {
  const link = { to: "/governance/proposals/$proposalId", params: { proposalId: id } } as const;
  return (
    <Row
      kind="Proposal"
      closesAt={closesAt}
      title={
        <Link {...link} title={titleTip(title)}>
          {cutTitle(title)}
        </Link>
      }
      facts={
        <>
          <span>{plural(votes.votesFor + votes.votesAgainst, ["# vote so far", "# votes so far"])}</span>
          <span>your vote counts {powerText(userPower ?? "0")}</span>
        </>
      }
      action={
        <Button size="xs" aria-label={`Vote on ${title}`} renderRoot={(props) => <Link {...link} {...props} />}>
          Vote
        </Button>
      }
    >
      {parameter ? (
        <>
          {PARAMETERS[parameter.name].title}: {valueText(parameter.name, BigInt(parameter.current))}{" "}
          <span aria-hidden="true">→</span>
          <span className="visually-hidden">to</span>{" "}
          <strong>{valueText(parameter.name, BigInt(parameter.value))}</strong>
        </>
      ) : (
        summaryOf(proposal)
      )}
    </Row>
  );
}

function RefundVote({ request }: { request: RefundRequest }) {
  const { id, postTitle, reason, expiresAt, bountyAmount, communityVotes, requiredVotes, kind } = request;
  const link = { to: "/refund-requests/$requestId", params: { requestId: id } } as const;
  return (
    <Row
      kind={kind === "OBJECTION" ? "Objection" : "Refund request"}
      closesAt={expiresAt}
      title={
        <Link {...link} title={titleTip(postTitle)}>
          <MarkdownTitle title={cutTitle(postTitle)} />
        </Link>
      }
      facts={
        <>
          <Amount value={bountyAmount} fixed />
          <span>
            {communityVotes} of {requiredVotes} votes
          </span>
        </>
      }
      action={
        <Button size="xs" aria-label={`Vote on ${postTitle}`} renderRoot={(props) => <Link {...link} {...props} />}>
          Vote
        </Button>
      }
    >
      {reason}
    </Row>
  );
}

interface RowProps {
  readonly kind: string;
  readonly closesAt: string;
  readonly title: ReactNode;
  readonly facts: ReactNode;
  readonly action: ReactNode;
  /** What it is about, in two lines at most. */
  readonly children: ReactNode;
}

function Row({ kind, closesAt, title, facts, action, children }: RowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.about}>
        <p className={classes.kind}>
          {kind}
          <TimeLeft expiresAt={closesAt} />
        </p>
        <h3 className={classes.title} dir="auto">
          {title}
        </h3>
        <p className={classes.excerpt} dir="auto">
          {children}
        </p>
        <p className={classes.facts}>{facts}</p>
      </div>
      {action}
    </li>
  );
}
