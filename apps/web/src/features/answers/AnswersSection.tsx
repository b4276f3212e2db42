import { LIMITS, type Post } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useState } from "react";
import { EmptyState } from "../../components/EmptyState.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { plural } from "../../components/TimeAgo.format.ts";
import { trpc } from "../../trpc.ts";
import { AnswerForm } from "./AnswerForm.tsx";
import { AnswerItem } from "./AnswerItem.tsx";
import classes from "./Answers.module.css";
import { orderAnswers } from "./order.ts";

/** The answers to a post: the accepted one first, then by net votes; below them the form for a new one. */
export function AnswersSection({ post }: { post: Post }) {
  const [pages, setPages] = useState(1);
  const lists = trpc.useQueries((t) =>
    Array.from({ length: pages }, (_, index) =>
      t.answers.list(
        { postId: post.id, page: index + 1 },
        // The first ones came with the post.
        index === 0 ? { placeholderData: { answers: post.answers, userVotes: {} } } : {},
      ),
    ),
  );
  const failed = lists.find((list) => list.isError && !list.data);
  const answers = orderAnswers(lists.flatMap((list) => list.data?.answers ?? []));
  const hasMore = answers.length < post.answerCount && lists.at(-1)?.data?.answers.length === LIMITS.thread;
  const count = Math.max(post.answerCount, answers.length);

  return (
    <section className={classes.section} aria-labelledby="answers">
      <h2 className={classes.heading} id="answers">
        {answers.length === 0 ? "Answers" : plural(count, "answer")}
      </h2>
      {failed ? (
        <ErrorBox
          error={failed.error}
          fallback="Failed to fetch answers"
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
        />
      ) : (
        answers.length === 0 && <EmptyState title="No answers yet. Be the first to answer!" />
      )}
      {answers.length > 0 && (
        <ol className={classes.list} aria-label="Answers">
          {answers.map((answer) => (
            <AnswerItem key={answer.id} answer={answer} post={post} />
          ))}
        </ol>
      )}
      {hasMore && (
        <Button variant="default" onClick={() => setPages(pages + 1)} mt="md">
          Show more answers
        </Button>
      )}
      <AnswerForm post={post} />
    </section>
  );
}
