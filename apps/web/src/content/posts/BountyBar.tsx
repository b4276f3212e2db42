import type { BountyStep, Post } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { Amount } from "../../components/Amount.tsx";
import { authorName } from "../../components/author.ts";
import { isEndingSoon, shareLeft, timeLeft } from "../../components/Bounty.state.ts";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { exactTime } from "../../components/TimeAgo.format.ts";
import { TimeLeft } from "../../components/TimeLeft.tsx";
import { useSession } from "../../lib/session.ts";
import { AskRefund } from "./AskRefund.tsx";
import classes from "./BountyBar.module.css";
import { BountyTimeline } from "./BountyTimeline.tsx";
import { type BountyStage, bountyOutlook, bountyStage, mayAskRefund, STAGE_LABELS } from "./bountyStage.ts";
import { SettlementNotice } from "./SettlementNotice.tsx";

/** The bounty in one bar: the amount, its state, the time left, what happens next, and what the asker may do. */
export function BountyBar({ post, isOwn }: { post: Post; isOwn: boolean }) {
  const now = useNow();
  const { user } = useSession();
  const stage = bountyStage(post, now);
  if (stage === "none" || post.reward <= 0) return null;
  const winner = post.answers.find((answer) => answer.id === post.acceptedAnswerId)?.author;
  const facts = { ...post, winner: winner ? authorName(winner.username) : null, isAsker: isOwn };
  const isSoon = stage === "runs" && isEndingSoon(post, now);
  return (
    <section className={classes.bar} aria-label="Bounty" data-status={post.bountyStatus} data-stage={stage}>
      <p className={classes.facts}>
        <span className={classes.amount}>
          <Amount value={post.reward} />
        </span>
        <span className={classes.stage} data-soon={isSoon || undefined}>
          {isSoon ? "Ending soon" : STAGE_LABELS[stage]}
        </span>
        {stage === "runs" && (
          <span title={post.bountyExpiresAt ? `Ends on ${exactTime(post.bountyExpiresAt)}` : undefined}>
            {timeLeft(post, now)}
          </span>
        )}
        {(stage === "voting" || stage === "objected") && post.refund && <TimeLeft expiresAt={post.refund.expiresAt} />}
      </p>
      <BountyTime post={post} now={now} />
      <p className={classes.outlook}>{bountyOutlook(facts, now)}</p>
      {(stage === "expired" || stage === "refused") && <SettlementNotice post={post} />}
      {post.timeline !== null && (
        // On wide screens the side column has it.
        <details className={classes.fold}>
          <summary>Timeline</summary>
          <BountyTimeline timeline={post.timeline} />
        </details>
      )}
      {stage === "paid" && winner !== undefined && winner.id === user?.id && <AfterWin />}
      {stage === "paid" && isOwn && (
        <p className={classes.acts}>
          You can see the payment in <Link to="/transparency">the transparency log</Link>.
        </p>
      )}
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

/** How much of a bounty's time is left, and of the grace period after it, while nothing else decides. */
function BountyTime({ post: { timeline }, now }: { post: Post; now: number }) {
  const timeOf = (kind: BountyStep["kind"]) => {
    const at = timeline?.find((step) => step.kind === kind)?.at;
    return at == null ? null : Date.parse(at);
  };
  const [from, ends, payout] = [timeOf("POSTED"), timeOf("ENDS"), timeOf("PAYOUT")];
  if (from === null || ends === null || payout === null) return null;
  const share = (start: number, end: number) => `${shareLeft(start, end, now) * 100}%`;
  return (
    <div className={classes.time} aria-hidden>
      <span style={{ flexGrow: ends - from }}>
        <span style={{ width: share(from, ends) }} />
      </span>
      <span style={{ flexGrow: payout - ends }} title="Grace period">
        <span style={{ width: share(ends, payout) }} />
      </span>
    </div>
  );
}

/** What the winner can do with a bounty. */
function AfterWin() {
  return (
    <p className={classes.acts}>
      You won this bounty. <Link to="/wallet">Withdraw it</Link> or{" "}
      <Link to="/governance">stake it for a daily reward</Link>.
    </p>
  );
}

function linkText({ refund }: Post, stage: BountyStage, isOwn: boolean): string {
  const mayVote = (stage === "voting" || stage === "objected") && !isOwn;
  if (refund?.isObjection) return mayVote ? "See the objection and vote" : "See the objection";
  return mayVote ? "See the refund request and vote" : "See the refund request";
}
