import type { PostSummary } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { TIME_OVER, timeLeft } from "../../components/Bounty.state.ts";
import { RewardBadge } from "../../components/Bounty.tsx";
import { cut, cutTitle, titleTip } from "../../components/cut.ts";
import { BOUNTY_NOTES, POST_STATUSES } from "../../components/StatusBadge.posts.ts";
import { StatusBadge } from "../../components/StatusBadge.tsx";
import { useNow } from "../../components/TimeAgo.clock.ts";
import { plural } from "../../components/TimeAgo.format.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import classes from "./PostItem.module.css";

interface PostItemProps {
  readonly post: PostSummary;
  /** Characters of the content to show. */
  readonly preview: number;
  /** One level below the heading above the list. */
  readonly heading: "h2" | "h3";
  /** With its own link to read on, as on the page of all posts. */
  readonly readLink?: boolean;
}

/** One of a member's posts, with an emphasized reward. */
export function PostItem({ post, preview, heading: Heading, readLink = false }: PostItemProps) {
  const now = useNow();
  const isOver = post.status === "OPEN" && timeLeft(post, now) === TIME_OVER;
  return (
    <article className={classes.item}>
      <Heading className={classes.title} dir="auto">
        <Link to="/posts/$postId" params={{ postId: post.id }} title={titleTip(post.title)}>
          {cutTitle(post.title)}
        </Link>
      </Heading>
      {post.reward > 0 && (
        <span className={classes.reward}>
          <RewardBadge reward={post.reward} />
        </span>
      )}
      <p className={classes.preview} dir="auto">
        {cut(post.content.replace(/\s+/g, " ").trim(), preview)}
      </p>
      <p className={classes.meta}>
        <StatusBadge {...POST_STATUSES[post.status]} />
        {isOver && <StatusBadge {...BOUNTY_NOTES.ENDED} inTable />}
        <span>{plural(post.answerCount, ["# answer", "# answers"])}</span>
        <span>{plural(post.commentCount, ["# comment", "# comments"])}</span>
        <TimeAgo at={post.createdAt} />
        {post.editedAt && <TimeAgo at={post.editedAt} text={(time) => `edited ${time}`} />}
        {readLink && (
          <Link className={`${classes.read} reach`} to="/posts/$postId" params={{ postId: post.id }}>
            Read post<span className="visually-hidden">: {post.title}</span>
          </Link>
        )}
      </p>
    </article>
  );
}
