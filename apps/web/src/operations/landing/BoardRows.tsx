import type { PostSummary } from "@bbux/contract";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Amount } from "../../components/Amount.tsx";
import { AuthorLink } from "../../components/AuthorLink.tsx";
import { Bounty } from "../../components/Bounty.tsx";
import { TagChip } from "../../components/TagChip.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { trpc } from "../../lib/trpc.ts";
import classes from "./ActivityBoard.module.css";

/** An open bounty: the question, its tags, its amount and its end. */
export function OpenRow({ post }: { post: PostSummary }) {
  const tag = post.tags[0];
  return (
    <li className={classes.row}>
      <div>
        <Title post={post} />
        <p className={classes.meta}>
          {tag !== undefined && <TagChip name={tag} />}
          <span>{plural(post.answerCount, ["# answer", "# answers"])}</span>
        </p>
      </div>
      <Bounty reward={post.reward} bountyStatus={post.bountyStatus} bountyExpiresAt={post.bountyExpiresAt} />
    </li>
  );
}

/** A question with a paid answer, and the winner. */
export function PaidRow({ post }: { post: PostSummary }) {
  // The accepted answer is first and stays accepted.
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
      <span className={classes.paid}>
        <Amount value={post.reward} plain />
      </span>
    </li>
  );
}

function Title({ post: { id, title } }: { post: PostSummary }) {
  return (
    <Link className={classes.title} to="/posts/$postId" params={{ postId: id }} dir="auto">
      {title}
    </Link>
  );
}
