import type { RefundRequest } from "@bbux/contract";
import classes from "./Refunds.module.css";

/** Votes cast against votes needed, and their direction. */
export function VoteProgress({ request }: { request: RefundRequest }) {
  const { communityVotes, requiredVotes, votes } = request;
  const room = Math.max(communityVotes, requiredVotes);
  const share = (count: number) => `${(count / room) * 100}%`;
  return (
    <div className={classes.progress}>
      <div className={classes.track} aria-hidden>
        {votes.approve > 0 && <span data-way="approve" style={{ width: share(votes.approve) }} />}
        {votes.reject > 0 && <span data-way="reject" style={{ width: share(votes.reject) }} />}
      </div>
      <p className={classes.counts}>
        <strong>
          {communityVotes} of {requiredVotes} votes
        </strong>
        <span data-way="approve">{votes.approve} to approve</span>
        <span data-way="reject">{votes.reject} to reject</span>
      </p>
    </div>
  );
}
