import type { Post } from "@bbux/contract";
import { useState } from "react";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { mergePages } from "../../components/mergePages.ts";
import { plural } from "../../components/TimeAgo.format.ts";
import { trpc } from "../../lib/trpc.ts";
import { ThreadMore, threadClasses as thread, threadState, useAnchor } from "../posts/index.ts";
import { CommentForm } from "./CommentForm.tsx";
import { CommentItem } from "./CommentItem.tsx";

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
  const fetched = lists.map((list) => list.data?.comments ?? []);
  const comments = mergePages(fetched);
  const { hasMore, loadingMore, complete } = threadState(
    lists,
    fetched.map((page) => page.length),
  );
  const more = () => setPages(pages + 1);
  const { marked, missing } = useAnchor("comment", {
    ids: comments.map(({ id }) => id),
    more: hasMore ? more : null,
    complete,
  });
  const count = complete ? comments.length : Math.max(post.commentCount, comments.length);

  return (
    <section className={thread.section} aria-labelledby="comments">
      <h2 className={thread.heading} id="comments">
        {comments.length === 0 ? "Comments" : plural(count, ["# comment", "# comments"])}
      </h2>
      {missing && (
        <p className={thread.missing} role="status">
          The comment you're looking for is no longer here.
        </p>
      )}
      {comments.length === 0 && !failed && <EmptyState title="No comments yet. Be the first to comment!" />}
      {comments.length > 0 && (
        <ul className={thread.list} aria-label="Comments">
          {comments.map((comment) => (
            <CommentItem key={comment.id} comment={comment} marked={marked === comment.id} />
          ))}
        </ul>
      )}
      {failed && (
        <ErrorBox
          error={failed.error}
          fallback="Failed to fetch comments"
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
        />
      )}
      <ThreadMore what="comments" shown={hasMore} loading={loadingMore} onClick={more} />
      <CommentForm post={post} />
    </section>
  );
}
