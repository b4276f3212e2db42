import type { Answer, Post } from "@bbux/contract";
import { type ReactNode, useState } from "react";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { mergePages } from "../../components/mergePages.ts";
import { plural } from "../../components/TimeAgo.format.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { ThreadMore, threadClasses as thread, threadState, useAnchor, YOUR_ANSWER } from "../posts/index.ts";
import { AnswerForm } from "./AnswerForm.tsx";
import { AnswerItem } from "./AnswerItem.tsx";
import { orderAnswers } from "./order.ts";

interface AnswersSectionProps {
  readonly post: Post;
  /** What is below each answer, passed in because comments depend on answers and not vice versa. */
  readonly comments: (answer: Answer) => ReactNode;
}

/** The answers to a post, the accepted one first, then by net votes, with the form for a new one below. */
export function AnswersSection({ post, comments }: AnswersSectionProps) {
  const { user } = useSession();
  const [pages, setPages] = useState(1);
  const lists = trpc.useQueries((t) =>
    Array.from({ length: pages }, (_, index) =>
      t.answers.list(
        { postId: post.id, page: index + 1 },
        // The first page came with the post.
        index === 0 ? { placeholderData: { answers: post.answers, userVotes: {} } } : {},
      ),
    ),
  );
  const failed = lists.find((list) => list.isError && !list.data);
  const fetched = lists.map((list) => list.data?.answers ?? []);
  const answers = orderAnswers(mergePages(fetched));
  const { hasMore, loadingMore, complete } = threadState(
    lists,
    fetched.map((page) => page.length),
  );
  const more = () => setPages(pages + 1);
  const { marked, missing } = useAnchor("answer", {
    ids: answers.map(({ id }) => id),
    more: hasMore ? more : null,
    complete,
  });
  const count = complete ? answers.length : Math.max(post.answerCount, answers.length);

  return (
    <section className={thread.section} aria-labelledby="answers">
      <h2 className={thread.heading} id="answers">
        {answers.length === 0 ? "Answers" : plural(count, ["# answer", "# answers"])}
      </h2>
      {missing && (
        <p className={thread.missing} role="status">
          The answer you're looking for is no longer here.
        </p>
      )}
      {answers.length === 0 && !failed && (
        <EmptyState
          title={user?.id === post.authorId ? "No answers yet." : "No answers yet. Be the first to answer!"}
        />
      )}
      {answers.length > 0 && (
        <ol className={thread.list} aria-label="Answers">
          {answers.map((answer) => (
            <AnswerItem key={answer.id} answer={answer} post={post} marked={marked === answer.id}>
              {comments(answer)}
            </AnswerItem>
          ))}
        </ol>
      )}
      {failed && (
        <ErrorBox
          error={failed.error}
          fallback="Failed to fetch answers"
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
        />
      )}
      <ThreadMore what="answers" shown={hasMore} loading={loadingMore} onClick={more} />
      <div id={YOUR_ANSWER}>
        <AnswerForm post={post} />
      </div>
    </section>
  );
}
