import { PARAMETERS, type Proposal } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { unitsOf } from "../../components/Amount.format.ts";
import { AuthorLink } from "../../components/AuthorLink.tsx";
import { PROPOSAL_STATUSES } from "../../components/StatusBadge.statuses.ts";
import { StatusBadge } from "../../components/StatusBadge.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { TimeLeft, useIsOver } from "../../components/TimeLeft.tsx";
import { valueText } from "../../lib/parameters/valueText.ts";
import { timeText } from "../../lib/time.ts";
import classes from "./Proposals.module.css";
import { progress, shares, TYPES } from "./proposalLabels.ts";
import { VoteBar } from "./VoteBar.tsx";

/** A proposal in the list: its request, status and end. */
export function ProposalRow({ proposal }: { proposal: Proposal }) {
  const { id, title, type, parameter, username, userId, createdAt } = proposal;
  return (
    <li className={classes.row}>
      <article aria-labelledby={`proposal-${id}`}>
        <div className={classes.rowMain}>
          <h2 id={`proposal-${id}`} className={classes.rowTitle} dir="auto">
            <Link to="/governance/proposals/$proposalId" params={{ proposalId: id }}>
              {title}
            </Link>
          </h2>
          {parameter && (
            <p className={classes.rowChange}>
              {PARAMETERS[parameter.name].title}: {valueText(parameter.name, BigInt(parameter.current))}{" "}
              <span aria-hidden="true">→</span>
              <span className="visually-hidden">to</span>{" "}
              <strong>{valueText(parameter.name, BigInt(parameter.value))}</strong>
            </p>
          )}
          <p className={classes.meta}>
            <StatusBadge {...PROPOSAL_STATUSES[proposal.status]} />
            <span>{TYPES[type].name}</span>
            <AuthorLink author={{ username, profilePicture: null }} authorId={userId} size={18} />
            <TimeAgo at={createdAt} />
          </p>
        </div>
        <div className={classes.rowVotes}>
          <VoteBar {...proposal} />
          <p>{standing(proposal)}</p>
          <Deadline proposal={proposal} />
        </div>
      </article>
    </li>
  );
}

function standing({ powerFor, powerAgainst, stakeVoted, quorumStake, votesFor, votesAgainst }: Proposal): string {
  const share = shares(unitsOf(powerFor), unitsOf(powerAgainst));
  if (!share) return "No votes yet";
  const quorum = Math.floor(progress(unitsOf(stakeVoted), unitsOf(quorumStake)) * 100);
  return [
    `${share.one}% for`,
    plural(votesFor + votesAgainst, ["# vote", "# votes"]),
    quorum >= 100 ? /* @wc-include */ "quorum reached" : `${quorum}% of the quorum`,
  ].join(" · ");
}

function Deadline({ proposal: { status, closesAt, decidedAt, userVote } }: { proposal: Proposal }) {
  const isOver = useIsOver(closesAt);
  const voted = userVote && (userVote === "for" ? "you voted for" : "you voted against");
  if (status !== "OPEN")
    return (
      <p className={classes.note}>
        {[decidedAt && `decided ${timeText(decidedAt, "date")}`, voted].filter(Boolean).join(" · ")}
      </p>
    );
  return (
    <p className={classes.note}>
      {isOver ? "being counted" : <TimeLeft expiresAt={closesAt} />}
      {voted && ` · ${voted}`}
    </p>
  );
}
