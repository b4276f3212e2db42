import type { Answer, Post } from "@bbux/contract";
import { Button } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { authorName } from "../../components/author.ts";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { mergePages } from "../../components/mergePages.ts";
import { plural } from "../../components/TimeAgo.format.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { putBack, useWaiting, WaitingTexts } from "../outbox/index.ts";
import { anchoredId, ThreadMore, threadClasses as thread, threadState, useAnchor } from "../posts/index.ts";
import { CommentForm } from "./CommentForm.tsx";
import { CommentItem } from "./CommentItem.tsx";
import classes from "./Comments.module.css";

/** The comments on an answer by net votes: the first ones, then all of them, and a form that opens on a button. */
export function AnswerComments({ answer, post }: { answer: Answer; post: Post }) {
  const { user } = useSession();
  const { hash } = useLocation();
  const isLinked = anchoredId(hash, "comment", answer.id) !== null;
  const [opened, setOpened] = useState(false);
  const [writing, setWriting] = useState(false);
  const [pages, setPages] = useState(1);
  // The first ones come with the answer, so nothing is fetched until someone wants the rest.
  const isOpen = opened || isLinked;
  // What a link has opened stays open when the URL points elsewhere.
  if (isOpen !== opened) setOpened(isOpen);
  const list = useRef<HTMLUListElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const lists = trpc.useQueries((t) =>
    Array.from({ length: pages }, (_, index) =>
      t.comments.list(
        { postId: post.id, answerId: answer.id, page: index + 1 },
        { enabled: isOpen, ...(index === 0 && { placeholderData: { comments: answer.comments, userVotes: {} } }) },
      ),
    ),
  );
  const failed = lists.find((list) => list.isError && !list.data);
  const fetched = isOpen ? lists.map((list) => list.data?.comments ?? []) : [answer.comments];
  const comments = mergePages(fetched);
  const { hasMore, loadingMore, complete } = threadState(
    lists,
    fetched.map((page) => page.length),
  );
  const more = () => setPages(pages + 1);
  const { marked, missing } = useAnchor("comment", {
    ids: comments.map(({ id }) => id),
    more: isOpen && hasMore ? more : null,
    complete: isOpen && complete,
    answerId: answer.id,
  });
  const waiting = useWaiting(user?.id, "comment", { postId: post.id, answerId: answer.id });
  const hidden = answer.commentCount - comments.length;

  function cancel() {
    flushSync(() => setWriting(false));
    opener.current?.focus();
  }

  if (comments.length === 0 && !user && !missing) return null;
  return (
    <section
      className={classes.below}
      data-empty={(comments.length === 0 && !writing && waiting.length === 0) || undefined}
      aria-label={`Comments on the answer by ${authorName(answer.author.username)}`}
    >
      {missing && (
        <p className={thread.missing} role="status">
          The comment you're looking for is no longer here.
        </p>
      )}
      {comments.length > 0 && (
        <ul ref={list} className={thread.list} tabIndex={-1} aria-label="Comments on this answer">
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
      <ThreadMore what="comments" shown={isOpen && hasMore} loading={loadingMore} onClick={more} />
      <div className={classes.acts}>
        {!isOpen && hidden > 0 && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            onClick={() => {
              // The button disappears.
              list.current?.focus({ preventScroll: true });
              setOpened(true);
            }}
          >
            {plural(hidden, ["Show # more comment", "Show # more comments"])}
          </Button>
        )}
        {user && !writing && (
          <Button
            ref={opener}
            variant="subtle"
            color="gray"
            size="xs"
            aria-label={`Comment on the answer by ${authorName(answer.author.username)}`}
            onClick={() => {
              setOpened(true);
              setWriting(true);
            }}
          >
            Comment
          </Button>
        )}
      </div>
      {user && (
        <WaitingTexts
          userId={user.id}
          texts={waiting}
          onTakeBack={(text) => {
            // An open form saves its draft when it's closed, and then reads this one with it.
            flushSync(() => setWriting(false));
            putBack(text);
            setWriting(true);
          }}
        />
      )}
      {writing && <CommentForm post={post} answer={answer} onCancel={cancel} />}
    </section>
  );
}
