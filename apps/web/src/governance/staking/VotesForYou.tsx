import { Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { plural } from "../../components/TimeAgo.format.ts";
import { codeOf, serverText } from "../../lib/errors.ts";
import { OpenVoteRow } from "./OpenVoteRow.tsx";
import { openVotesOf } from "./openVotes.ts";
import { useOpenProposals, useOpenRefunds } from "./useOpenVotes.ts";
import classes from "./Votes.module.css";

/** The proposals and refund requests that the member can still vote on, and how many others are open. */
export function VotesForYou() {
  const proposals = useOpenProposals();
  const refunds = useOpenRefunds();
  const now = useNow();
  const isLoaded = proposals.data !== undefined && refunds.data !== undefined;
  const votes = isLoaded ? openVotesOf(proposals.data, refunds.data, now) : null;
  const error = proposals.error ?? refunds.error;
  return (
    <section className={classes.votes} aria-labelledby="needs-vote">
      <h2 id="needs-vote">
        Needs your vote
        {votes !== null && votes.waiting.length > 0 && <span className={classes.count}>{votes.waiting.length}</span>}
      </h2>
      {votes === null && error === null && <Skeleton height={112} mt="sm" aria-label="Loading votes" />}
      {votes === null && error !== null && codeOf(error) === "ACCOUNT_SUSPENDED" && (
        <p className={classes.quiet}>{serverText(error, "You can't vote while you're suspended.")}</p>
      )}
      {votes === null && error !== null && codeOf(error) !== "ACCOUNT_SUSPENDED" && (
        <ErrorBox
          error={error}
          fallback="We couldn't load the open votes"
          always
          onRetry={() => void Promise.all([proposals.refetch(), refunds.refetch()])}
          retrying={proposals.isFetching || refunds.isFetching}
        />
      )}
      {votes !== null && votes.waiting.length > 0 && (
        <ul className={classes.rows}>
          {votes.waiting.map((vote) => (
            <OpenVoteRow
              key={`${vote.kind}-${vote.kind === "proposal" ? vote.proposal.id : vote.request.id}`}
              vote={vote}
            />
          ))}
        </ul>
      )}
      {votes !== null && votes.waiting.length === 0 && (
        <p className={classes.quiet}>
          <strong>All caught up.</strong> You'll see proposals and refund requests here while you can vote on them.
        </p>
      )}
      {votes !== null && (votes.voted > 0 || votes.barred > 0) && (
        <p className={classes.others}>
          {votes.voted > 0 && (
            <span>{plural(votes.voted, ["You've voted on # open vote.", "You've voted on # open votes."])}</span>
          )}
          {votes.barred > 0 && (
            <span>
              {plural(votes.barred, ["You can't vote on # open vote.", "You can't vote on # open votes."])}{" "}
              <WhyBarred />
            </span>
          )}
        </p>
      )}
    </section>
  );
}

function WhyBarred() {
  return (
    <>
      See why:{" "}
      <Link to="/refund-requests" search={{ status: "pending" }}>
        refund requests
      </Link>
      ,{" "}
      <Link to="/governance/proposals" search={{ status: "open" }}>
        proposals
      </Link>
    </>
  );
}
