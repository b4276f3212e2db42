import type { PostSummary } from "@bbux/contract";
import { Link } from "@tanstack/react-router";
import { Amount } from "../../components/Amount.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { cut } from "../posts/cut.ts";
import classes from "./PostItem.module.css";

const STATES = { OPEN: "Open", COMPLETED: "Answered", CLOSED: "Closed" } as const;

/** A post among a member's posts; the reward stands out, `preview` characters of the content follow. */
export function PostItem({ post, preview }: { post: PostSummary; preview: number }) {
  return (
    <article className={classes.item}>
      <h3 className={classes.title}>
        <Link to="/posts/$postId" params={{ postId: post.id }}>
          {post.title}
        </Link>
      </h3>
      {post.reward > 0 && (
        <span className={classes.reward}>
          <Amount value={post.reward} />
        </span>
      )}
      <p className={classes.preview}>{cut(post.content.replace(/\s+/g, " ").trim(), preview)}</p>
      <p className={classes.meta}>
        <span>{STATES[post.status]}</span>
        <span>{counted(post.answerCount, "answer")}</span>
        <span>{counted(post.commentCount, "comment")}</span>
        <TimeAgo at={post.createdAt} />
        {post.editedAt && <TimeAgo at={post.editedAt} prefix="edited " />}
      </p>
    </article>
  );
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
