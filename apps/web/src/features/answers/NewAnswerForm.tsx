import { LIMITS, type Post } from "@bbux/contract";
import { type FormEvent, useState } from "react";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { FormFault } from "../../components/FormFault.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { fieldErrors } from "../../errors.ts";
import { newKey, useIntentKey } from "../../intent.ts";
import { useSession } from "../../session.tsx";
import { trpc } from "../../trpc.ts";
import { Attached } from "../posts/Attached.tsx";
import { useGoToNew } from "../posts/anchor.ts";
import { CodeBlocksEditor } from "../posts/CodeBlocksEditor.tsx";
import { DraftNotice } from "../posts/DraftNotice.tsx";
import { withoutPlaceholders } from "../posts/editing.uploads.ts";
import { MarkdownEditor } from "../posts/MarkdownEditor.tsx";
import { codeBlocksOf, problemsOf } from "../posts/postDraft.ts";
import { useStoredDraft } from "../posts/useStoredDraft.ts";
import { uploadsInTheWay } from "../uploads/queue.ts";
import { useUploads } from "../uploads/useUploads.ts";
import classes from "./Answers.module.css";
import { answerDraft, EMPTY_ANSWER, emptyBlock, isBlankAnswer, joined } from "./answerDraft.ts";
import { pendingId } from "./order.ts";

/** The form for a new answer. It shows at once and is taken back when it fails; what was written comes back into the form then. */
export function NewAnswerForm({ post }: { post: Post }) {
  const { user } = useSession();
  const key = `bbux.draft.answer.${user?.id}.${post.id}`;
  const stored = useStoredDraft(key, answerDraft, EMPTY_ANSWER, isBlankAnswer);
  const { draft, setDraft } = stored;
  const [empty, setEmpty] = useState<Record<number, string>>({});
  const uploads = useUploads();
  const [waiting, setWaiting] = useState(false);
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
          ...{ id, postId: post.id, content: input.content, codeBlocks: input.codeBlocks ?? [], isAccepted: false },
          ...{
            authorId: user.id,
            author,
            createdAt: new Date().toISOString(),
            editedAt: null,
            upvotes: 0,
            downvotes: 0,
            userVote: 0 as const,
          },
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
      setDraft((present) => joined(context.written, present));
    },
    onSettled: () => {
      void utils.posts.get.invalidate({ id: post.id });
      void utils.answers.list.invalidate({ postId: post.id });
    },
  });
  const isEmpty = draft.content.trim() === "";

  function send(event?: FormEvent) {
    event?.preventDefault();
    if (isEmpty || create.isPending) return;
    const found = emptyBlock(draft);
    if (found) return setEmpty(found);
    setWaiting(uploads.list.length > 0);
    if (uploads.list.length > 0) return;
    const content = withoutPlaceholders(draft.content);
    create.mutate({ postId: post.id, content, codeBlocks: codeBlocksOf(draft.codeBlocks) });
  }

  const problems = problemsOf(Object.entries(fieldErrors(create.error)));
  return (
    <form
      className={`${classes.form} ${classes.stack}`}
      onSubmit={send}
      noValidate
      aria-label="Your answer"
      data-new-answer
    >
      {stored.restored && !isBlankAnswer(draft) && (
        <DraftNotice text="What you began to answer was kept." action="Discard it" onDiscard={stored.clear} />
      )}
      <MarkdownEditor
        label="Your answer"
        placeholder="Explain how it is done, and why it works"
        minRows={5}
        maxLength={LIMITS.answer}
        error={problems.content}
        uploads={uploads}
        alsoInPreview={<Attached codeBlocks={draft.codeBlocks} />}
        value={draft.content}
        onChange={(content) => setDraft((present) => ({ ...present, content }))}
      />
      <CodeBlocksEditor
        value={draft.codeBlocks}
        onChange={(codeBlocks) => {
          setDraft((present) => ({ ...present, codeBlocks }));
          setEmpty({});
        }}
        errors={{ ...problems.codeBlocks, ...empty }}
      />
      {create.error && (
        <ErrorBox error={create.error} fallback="Failed to post answer" onRetry={send} retrying={create.isPending} />
      )}
      <FormFault message={waiting ? uploadsInTheWay(uploads.list) : null} />
      <div>
        <SubmitButton pending={create.isPending} pendingText="Posting..." disabled={isEmpty && !create.isPending}>
          Post answer
        </SubmitButton>
      </div>
    </form>
  );
}
