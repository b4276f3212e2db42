import type { Post } from "@bbux/contract";
import { Amount } from "../../components/Amount.tsx";
import { authorName } from "../../components/author.ts";
import { BOUNTY_STATES, bountyOutlook, timeLeft } from "../../components/Bounty.state.ts";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { exactTime } from "../../components/TimeAgo.format.ts";
import classes from "./BountyBar.module.css";

/** The bounty in one bar: the amount, where it is, the time left, and what happens with it at the end. */
export function BountyBar({ post, isOwn }: { post: Post; isOwn: boolean }) {
  const now = useNow();
  if (post.bountyStatus === "NONE" || post.reward <= 0) return null;
  const left = timeLeft(post, now);
  const winner = post.answers.find((answer) => answer.id === post.acceptedAnswerId)?.author;
  return (
    <section className={classes.bar} aria-label="Bounty" data-status={post.bountyStatus}>
      <p className={classes.facts}>
        <span className={classes.amount}>
          <Amount value={post.reward} />
        </span>
        <span>{BOUNTY_STATES[post.bountyStatus]}</span>
        {left && post.bountyStatus === "ESCROWED" && (
          <span title={post.bountyExpiresAt ? `Until ${exactTime(post.bountyExpiresAt)}` : undefined}>{left}</span>
        )}
      </p>
      <p className={classes.outlook}>{bountyOutlook(post, winner ? authorName(winner.username) : null, isOwn)}</p>
    </section>
  );
}
