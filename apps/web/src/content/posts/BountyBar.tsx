import type { Post } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { Amount } from "../../components/Amount.tsx";
import { authorName } from "../../components/author.ts";
import { timeLeft } from "../../components/Bounty.state.ts";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { TimeLeft } from "../../components/TimeLeft.tsx";
import { AskRefund } from "./AskRefund.tsx";
import classes from "./BountyBar.module.css";
import { type BountyStage, bountyOutlook, bountyStage, mayAskRefund, STAGE_LABELS } from "./bountyStage.ts";
import { SettlementNotice } from "./SettlementNotice.tsx";

/** The bounty in one bar: the amount, its state, the time left, what happens next, and what the asker may do. */
export function BountyBar({ post, isOwn }: { post: Post; isOwn: boolean }) {
  const now = useNow();
  const stage = bountyStage(post, now);
  if (stage === "none" || post.reward <= 0) return null;
  const winner = post.answers.find((answer) => answer.id === post.acceptedAnswerId)?.author;
  const facts = { ...post, winner: winner ? authorName(winner.username) : null, isAsker: isOwn };
  return (
    <section className={classes.bar} aria-label="Bounty" data-status={post.bountyStatus}>
      <p className={classes.facts}>
        <span className={classes.amount}>
          <Amount value={post.reward} />
        </span>
        <span>{STAGE_LABELS[stage]}</span>
        {stage === "runs" && (
          <span title={post.bountyExpiresAt ? `Until ${exactTime(post.bountyExpiresAt)}` : undefined}>
            {timeLeft(post, now)}
          </span>
        )}
        {(stage === "voting" || stage === "objected") && post.refund && <TimeLeft expiresAt={post.refund.expiresAt} />}
      </p>
      <p className={classes.outlook}>{bountyOutlook(facts, now)}</p>
      {(stage === "expired" || stage === "refused") && <SettlementNotice post={post} />}
      {(post.refund || (isOwn && mayAskRefund(post, now))) && (
        <div className={classes.acts}>
          {post.refund ? (
            <Link className="reach" to="/refund-requests/$requestId" params={{ requestId: post.refund.id }}>
              {linkText(post, stage, isOwn)}
            </Link>
          ) : (
            <AskRefund post={post} />
          )}
        </div>
      )}
    </section>
  );
}

function linkText({ refund }: Post, stage: BountyStage, isOwn: boolean): string {
  const what = refund?.isObjection ? "the objection" : "the refund request";
  const mayVote = (stage === "voting" || stage === "objected") && !isOwn;
  return `See ${what}${mayVote ? " and vote" : ""}`;
}
