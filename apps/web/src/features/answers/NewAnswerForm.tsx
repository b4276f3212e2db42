import { LIMITS, type Post } from "@bbux/contract";
import { type FormEvent, useState } from "react";
import { z } from "zod";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { fieldErrors } from "../../errors.ts";
import { newKey, useIntentKey } from "../../intent.ts";
import { useSession } from "../../session.tsx";
import { trpc } from "../../trpc.ts";
import { CodeBlocksEditor } from "../posts/CodeBlocksEditor.tsx";
import { MarkdownEditor } from "../posts/MarkdownEditor.tsx";
import { codeBlocksOf, codeDraft, problemsOf } from "../posts/postDraft.ts";
import { useStoredDraft } from "../posts/useStoredDraft.ts";
import classes from "./Answers.module.css";
import { pendingId } from "./order.ts";

const answerDraft = z.object({ content: z.string(), codeBlocks: z.array(codeDraft) });
type AnswerDraft = z.infer<typeof answerDraft>;
const EMPTY: AnswerDraft = { content: "", codeBlocks: [] };
const isBlank = ({ content, codeBlocks }: AnswerDraft) => content.trim() === "" && codeBlocks.length === 0;

/** The form for a new answer. It shows at once and is taken back when it fails; what was written comes back into the form then. */
export function NewAnswerForm({ post }: { post: Post }) {
  const { user } = useSession();
  const { draft, setDraft, clear } = useStoredDraft(
    `bbux.draft.answer.${user?.id}.${post.id}`,
    answerDraft,
    EMPTY,
    isBlank,
  );
  const [emptyBlock, setEmptyBlock] = useState<Record<number, string>>({});
  const utils = trpc.useUtils();
  const intent = useIntentKey();
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
      clear();
      return { id, written };
    },
    onSuccess: ({ answer }, _, context) => {
      utils.answers.list.setData(
        list,
        (present) =>
          present && { ...present, answers: present.answers.map((one) => (one.id === context.id ? answer : one)) },
      );
      void utils.posts.list.invalidate();
    },
    onError: (_, __, context) => {
      if (!context) return;
      utils.answers.list.setData(
        list,
        (present) => present && { ...present, answers: present.answers.filter(({ id }) => id !== context.id) },
      );
      setDraft((present) => (isBlank(present) ? context.written : present));
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
    const blank = draft.codeBlocks.findIndex(({ code }) => code.trim() === "");
    if (blank !== -1) return setEmptyBlock({ [blank]: "Code must not be empty" });
    create.mutate({ postId: post.id, content: draft.content, codeBlocks: codeBlocksOf(draft.codeBlocks) });
  }

  const problems = problemsOf(Object.entries(fieldErrors(create.error)));
  return (
    <form className={`${classes.form} ${classes.stack}`} onSubmit={send} noValidate aria-label="Your answer">
      <MarkdownEditor
        label="Your answer"
        placeholder="Explain how it is done, and why it works"
        minRows={5}
        maxLength={LIMITS.answer}
        error={problems.content}
        value={draft.content}
        onChange={(content) => setDraft((present) => ({ ...present, content }))}
      />
      <CodeBlocksEditor
        value={draft.codeBlocks}
        onChange={(codeBlocks) => {
          setDraft((present) => ({ ...present, codeBlocks }));
          setEmptyBlock({});
        }}
        errors={{ ...problems.codeBlocks, ...emptyBlock }}
      />
      {create.error && (
        <ErrorBox error={create.error} fallback="Failed to post answer" onRetry={send} retrying={create.isPending} />
      )}
      <div>
        <SubmitButton pending={create.isPending} pendingText="Posting..." disabled={isEmpty && !create.isPending}>
          Post answer
        </SubmitButton>
      </div>
    </form>
  );
}
