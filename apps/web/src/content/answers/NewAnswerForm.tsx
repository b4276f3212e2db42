import type { Post } from "@bbux/contract";
import { Group } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { newKey } from "../../lib/intent.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { SendLater, useTakenIntent, useWaiting, WaitingTexts } from "../outbox/index.ts";
import { focusYourAnswer, namesIn, useGoToNew, YOUR_ANSWER } from "../posts/index.ts";
import { AnswerFields } from "./AnswerFields.tsx";
import classes from "./Answers.module.css";
import { answerDraft, EMPTY_ANSWER, isBlankAnswer, joined } from "./answerDraft.ts";
import { NextBounties } from "./NextBounties.tsx";
import { pendingId } from "./order.ts";
import { useAnswerForm } from "./useAnswerForm.ts";

/**
 * The form for a new answer. The answer shows immediately; if sending fails, it disappears and its text returns to the
 * form.
 */
export function NewAnswerForm({ post }: { post: Post }) {
  const { user } = useSession();
  const key = `bbux.draft.answer.${user?.id}.${post.id}`;
  const form = useAnswerForm(key, EMPTY_ANSWER, isBlankAnswer);
  const { stored, draft, isEmpty } = form;
  const utils = trpc.useUtils();
  const intent = useTakenIntent(key);
  const goTo = useGoToNew("answer");
  const isWanted = useLocation({ select: ({ hash }) => hash === YOUR_ANSWER });
  const [isAnswered, setAnswered] = useState(false);
  const waiting = useWaiting(user?.id, "answer", { postId: post.id });
  // This loads late, so it moves the focus here on its own.
  useEffect(() => {
    if (isWanted) focusYourAnswer();
  }, [isWanted]);
  const list = { postId: post.id, page: 1 };

  const create = trpc.answers.create.useMutation({
    trpc: intent,
    onMutate: async (input) => {
      await utils.answers.list.cancel(list);
      const before = utils.answers.list.getData(list);
      const id = pendingId(newKey());
      if (user) {
        const author = { id: user.id, username: user.username, profilePicture: user.profilePicture };
        const shown = {
          id,
          postId: post.id,
          content: input.content,
          contentHtml: null,
          codeBlocks: input.codeBlocks ?? [],
          isAccepted: false,
          authorId: user.id,
          author,
          createdAt: new Date().toISOString(),
          editedAt: null,
          upvotes: 0,
          downvotes: 0,
          userVote: 0 as const,
          authorReputation: user.reputationPoints,
          commentCount: 0,
          comments: [],
        };
        utils.answers.list.setData(list, (present = before ?? { answers: post.answers, userVotes: {} }) => ({
          ...present,
          answers: [...present.answers, shown],
        }));
      }
      const written = draft;
      stored.hold();
      return { id, written };
    },
    onSuccess: ({ answer }, _, context) => {
      stored.sent();
      setAnswered(true);
      utils.answers.list.setData(
        list,
        (present) =>
          present && { ...present, answers: present.answers.map((one) => (one.id === context.id ? answer : one)) },
      );
      void utils.posts.list.invalidate();
      goTo(answer.id, post.answerCount);
    },
    onError: (_, __, context) => {
      if (!context) return;
      utils.answers.list.setData(
        list,
        (present) => present && { ...present, answers: present.answers.filter(({ id }) => id !== context.id) },
      );
      stored.setDraft((present) => joined(context.written, present));
    },
    onSettled: () => {
      void utils.posts.get.invalidate({ id: post.id });
      void utils.posts.participants.invalidate({ id: post.id });
      void utils.answers.list.invalidate({ postId: post.id });
    },
  });

  function send() {
    if (isEmpty || create.isPending) return;
    const written = form.take();
    if (written) create.mutate({ postId: post.id, ...written });
  }

  /** The answer as one that waits, under the key that it may have been sent with already. */
  function take() {
    const written = form.take();
    if (!written) return null;
    const input = { postId: post.id, ...written };
    const id = intent.context.intent.keyFor(input);
    const triedAt = intent.context.intent.triedAt(input) ?? (create.isError ? Date.now() : null);
    return { kind: "answer" as const, id, triedAt, postId: post.id, title: post.title, draftKey: key, draft, input };
  }

  function onWaiting() {
    intent.context.intent.settle();
    create.reset();
    stored.clear();
  }

  return (
    <>
      {user && (
        <WaitingTexts
          userId={user.id}
          texts={waiting}
          onTakeBack={(text) => {
            const kept = answerDraft.safeParse(text.draft);
            stored.setDraft((present) =>
              joined(kept.data ?? { ...EMPTY_ANSWER, content: text.input.content }, present),
            );
          }}
        />
      )}
      <CheckedForm
        className={`${classes.form} ${classes.stack}`}
        onSubmit={send}
        aria-label="Your answer"
        data-new-answer
      >
        <AnswerFields
          form={form}
          label="Your answer"
          names={namesIn(post)}
          placeholder="Explain how to do it and why it works"
          notice={{ text: "We kept your unfinished answer.", action: "Discard it" }}
          call={create}
          fallback="Failed to post answer"
          onRetry={send}
        />
        <Group gap="xs">
          <SubmitButton pending={create.isPending} pendingText="Posting..." disabled={isEmpty && !create.isPending}>
            Post answer
          </SubmitButton>
          {user && (
            <SendLater userId={user.id} disabled={isEmpty || create.isPending} take={take} onWaiting={onWaiting} />
          )}
        </Group>
      </CheckedForm>
      {/* Mounted from the start, because screen readers only announce what changes in it. */}
      <p className={classes.posted} role="status">
        {isAnswered && "Your answer is posted."}
      </p>
      {isAnswered && <NextBounties post={post} />}
    </>
  );
}
