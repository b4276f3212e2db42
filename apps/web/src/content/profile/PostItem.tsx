import type { PostSummary } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { RewardBadge } from "../../components/Bounty.tsx";
import { cut, cutTitle, titleTip } from "../../components/cut.ts";
import { plural } from "../../components/TimeAgo.format.ts";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import classes from "./PostItem.module.css";

const STATES = { OPEN: "Open", COMPLETED: "Answered", CLOSED: "Closed" } as const;

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
        <span>{STATES[post.status]}</span>
        <span>{plural(post.answerCount, ["# answer", "# answers"])}</span>
        <span>{plural(post.commentCount, ["# comment", "# comments"])}</span>
        <TimeAgo at={post.createdAt} />
        {post.editedAt && <TimeAgo at={post.editedAt} prefix="edited " />}
        {readLink && (
          <Link className={`${classes.read} reach`} to="/posts/$postId" params={{ postId: post.id }}>
            Read post<span className="visually-hidden">: {post.title}</span>
          </Link>
        )}
      </p>
    </article>
  );
}
