import type { PostSummary } from "@bbux/contract";
import { IconCheck } from "@tabler/icons-react";
import { Amount } from "../../components/Amount.tsx";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { exactTime } from "../../components/TimeAgo.format.ts";
import classes from "./RowBounty.module.css";
import { shownBounty } from "./RowBounty.state.ts";

/** The bounty of a row: the amount, and how much of its time is left, or the outcome. Empty without a bounty. */
export function RowBounty({ post }: { post: PostSummary }) {
  const now = useNow();
  if (post.bountyStatus === "NONE" || post.reward <= 0) return null;
  const { look, text, left } = shownBounty(post, now);
  return (
    <div className={classes.bounty} data-look={look}>
      <span className={classes.amount}>
        <span className="visually-hidden">Bounty: </span>
        <Amount value={post.reward} plain />
      </span>
      <span
        className={classes.text}
        title={post.bountyExpiresAt && left !== null ? `Ends on ${exactTime(post.bountyExpiresAt)}` : undefined}
      >
        {look === "paid" && <IconCheck size={14} stroke={2.5} aria-hidden />}
        {look === "returned" && <span aria-hidden>↩</span>}
        {text}
      </span>
      {left !== null && (
        <span className={classes.bar} aria-hidden>
          <span style={{ width: `${Math.round(left * 100)}%` }} />
        </span>
      )}
    </div>
  );
}
