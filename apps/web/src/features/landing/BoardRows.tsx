import type { PostSummary } from "@bbux/contract";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Amount } from "../../components/Amount.tsx";
import { AuthorLink } from "../../components/AuthorLink.tsx";
import { Bounty } from "../../components/Bounty.tsx";
import { TagChip } from "../../components/TagChip.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { trpc } from "../../trpc.ts";
import { cutTitle, titleTip } from "../posts/cut.ts";
import classes from "./Board.module.css";

/** A bounty that can be won: the question, what it is about, what it is worth and until when. */
export function OpenRow({ post }: { post: PostSummary }) {
  const tag = post.tags[0];
  return (
    <li className={classes.row}>
      <div>
        <Title post={post} />
        <p className={classes.meta}>
          {tag !== undefined && <TagChip name={tag} />}
          <span>{post.answerCount === 0 ? "no answer yet" : plural(post.answerCount, ["# answer", "# answers"])}</span>
        </p>
      </div>
      <Bounty reward={post.reward} bountyStatus={post.bountyStatus} bountyExpiresAt={post.bountyExpiresAt} />
    </li>
  );
}

/** A question whose answer was paid, and whom. */
export function PaidRow({ post }: { post: PostSummary }) {
  // The accepted one stands first. What is accepted stays so.
  const { data } = trpc.answers.list.useQuery({ postId: post.id, limit: 1 }, { staleTime: Number.POSITIVE_INFINITY });
  const winner = data?.answers.find(({ id }) => id === post.acceptedAnswerId);
  return (
    <li className={classes.row}>
      <div>
        <Title post={post} />
        <p className={classes.meta}>
          <IconCheck className={classes.check} size={16} stroke={2.2} aria-hidden="true" />
          {winner ? (
            <AuthorLink author={winner.author} authorId={winner.authorId} size={18} />
          ) : (
            <span>its author</span>
          )}
          <span>was paid</span>
        </p>
      </div>
      <Amount value={post.reward} />
    </li>
  );
}

function Title({ post: { id, title } }: { post: PostSummary }) {
  return (
    <Link className={classes.title} to="/posts/$postId" params={{ postId: id }} title={titleTip(title)} dir="auto">
      {cutTitle(title)}
    </Link>
  );
}
