import { LIMITS, type Post } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useState } from "react";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { Markdown } from "../../components/Markdown.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { trpc } from "../../trpc.ts";
import answers from "../answers/Answers.module.css";
import { isPending } from "../answers/order.ts";
import { Byline } from "../posts/Byline.tsx";
import { Votes } from "../posts/Votes.tsx";
import { CommentForm } from "./CommentForm.tsx";
import classes from "./Comments.module.css";

/** Comments on a post, by net votes, and the form for a new one. */
export function CommentsSection({ post }: { post: Post }) {
  const [pages, setPages] = useState(1);
  const lists = trpc.useQueries((t) =>
    Array.from({ length: pages }, (_, index) =>
      t.comments.list(
        { postId: post.id, page: index + 1 },
        index === 0 ? { placeholderData: { comments: post.comments, userVotes: {} } } : {},
      ),
    ),
  );
  const failed = lists.find((list) => list.isError && !list.data);
  const comments = lists.flatMap((list) => list.data?.comments ?? []);
  const hasMore = comments.length < post.commentCount && lists.at(-1)?.data?.comments.length === LIMITS.thread;
  const count = Math.max(post.commentCount, comments.length);

  return (
    <section className={answers.section} aria-labelledby="comments">
      <h2 className={answers.heading} id="comments">
        {comments.length === 0 ? "Comments" : plural(count, "comment")}
      </h2>
      {failed ? (
        <ErrorBox
          error={failed.error}
          fallback="Failed to fetch comments"
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
        />
      ) : (
        comments.length === 0 && <EmptyState title="No comments yet. Be the first to comment!" />
      )}
      {comments.length > 0 && (
        <ul className={answers.list} aria-label="Comments">
          {comments.map((comment) => (
            <li key={comment.id} className={classes.item} data-pending={isPending(comment)}>
              <Markdown content={comment.content} compact />
              <div className={classes.foot}>
                <Byline author={comment.author} authorId={comment.authorId} createdAt={comment.createdAt} />
                {isPending(comment) ? (
                  <span role="status">Posting…</span>
                ) : (
                  <Votes value={comment.upvotes - comment.downvotes} />
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <Button variant="default" onClick={() => setPages(pages + 1)} mt="md">
          Show more comments
        </Button>
      )}
      <CommentForm post={post} />
    </section>
  );
}
