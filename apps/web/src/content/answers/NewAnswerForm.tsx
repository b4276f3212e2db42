import type { Post } from "@bbux/contract";
import type { FormEvent } from "react";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { newKey, useIntentKey } from "../../lib/intent.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { useGoToNew } from "../posts/index.ts";
import { AnswerFields } from "./AnswerFields.tsx";
import classes from "./Answers.module.css";
import { EMPTY_ANSWER, isBlankAnswer, joined } from "./answerDraft.ts";
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
  const intent = useIntentKey();
  const goTo = useGoToNew("answer");
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
          codeBlocks: input.codeBlocks ?? [],
          isAccepted: false,
          authorId: user.id,
          author,
          createdAt: new Date().toISOString(),
          editedAt: null,
          upvotes: 0,
          downvotes: 0,
          userVote: 0 as const,
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
      void utils.answers.list.invalidate({ postId: post.id });
    },
  });

  function send(event?: FormEvent) {
    event?.preventDefault();
    if (isEmpty || create.isPending) return;
    const written = form.take();
    if (written) create.mutate({ postId: post.id, ...written });
  }

  return (
    <form
      className={`${classes.form} ${classes.stack}`}
      onSubmit={send}
      noValidate
      aria-label="Your answer"
      data-new-answer
    >
      <AnswerFields
        form={form}
        label="Your answer"
        placeholder="Explain how it is done, and why it works"
        notice={{ text: "What you began to answer was kept.", action: "Discard it" }}
        call={create}
        fallback="Failed to post answer"
        onRetry={send}
      />
      <div>
        <SubmitButton pending={create.isPending} pendingText="Posting..." disabled={isEmpty && !create.isPending}>
          Post answer
        </SubmitButton>
      </div>
    </form>
  );
}
