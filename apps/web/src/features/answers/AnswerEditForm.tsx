import { type Answer, LIMITS } from "@bbux/contract";
import { Button, Group } from "@mantine/core";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { FormFault } from "../../components/FormFault.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { fieldErrors } from "../../errors.ts";
import { newKey, useIntentKey } from "../../intent.ts";
import { trpc } from "../../trpc.ts";
import { Attached } from "../posts/Attached.tsx";
import { CodeBlocksEditor } from "../posts/CodeBlocksEditor.tsx";
import { DraftNotice } from "../posts/DraftNotice.tsx";
import { withoutPlaceholders } from "../posts/editing.uploads.ts";
import { MarkdownEditor } from "../posts/MarkdownEditor.tsx";
import { codeBlocksOf, problemsOf } from "../posts/postDraft.ts";
import { useStoredDraft } from "../posts/useStoredDraft.ts";
import { uploadsInTheWay } from "../uploads/queue.ts";
import { useUploads } from "../uploads/useUploads.ts";
import classes from "./Answers.module.css";
import { type AnswerDraft, answerDraft, emptyBlock, sameAnswer } from "./answerDraft.ts";

/** Edits one's own answer in place. What was typed is kept in the browser until it is saved or thrown away. */
export function AnswerEditForm({ answer, onDone }: { answer: Answer; onDone: () => void }) {
  const [original] = useState<AnswerDraft>(() => ({
    content: answer.content,
    codeBlocks: answer.codeBlocks.map((block) => ({ key: newKey(), description: "", ...block })),
  }));
  const isUnchanged = useCallback((draft: AnswerDraft) => sameAnswer(draft, original), [original]);
  const key = `bbux.draft.answer-edit.${answer.authorId}.${answer.id}`;
  const stored = useStoredDraft(key, answerDraft, original, isUnchanged);
  const { draft, setDraft } = stored;
  const [empty, setEmpty] = useState<Record<number, string>>({});
  const uploads = useUploads();
  const [waiting, setWaiting] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  // The button that led here is gone: the keyboard goes on in the text.
  useEffect(() => area.current?.focus(), []);
  const utils = trpc.useUtils();
  const intent = useIntentKey();
  const edit = trpc.answers.edit.useMutation({
    trpc: intent,
    onSuccess: (saved) => {
      stored.clear();
      utils.answers.list.setData(
        { postId: answer.postId, page: 1 },
        (list) => list && { ...list, answers: list.answers.map((one) => (one.id === answer.id ? saved.answer : one)) },
      );
      void utils.answers.list.invalidate({ postId: answer.postId });
      void utils.answers.history.invalidate({ postId: answer.postId, answerId: answer.id });
      void utils.posts.get.invalidate({ id: answer.postId });
      onDone();
    },
  });
  const isEmpty = draft.content.trim() === "";
  const problems = problemsOf(Object.entries(fieldErrors(edit.error)));

  function save(event?: FormEvent) {
    event?.preventDefault();
    if (isEmpty || edit.isPending) return;
    const found = emptyBlock(draft);
    if (found) return setEmpty(found);
    setWaiting(uploads.list.length > 0);
    if (uploads.list.length > 0) return;
    const content = withoutPlaceholders(draft.content);
    edit.mutate({ postId: answer.postId, answerId: answer.id, content, codeBlocks: codeBlocksOf(draft.codeBlocks) });
  }

  return (
    <form className={classes.stack} onSubmit={save} noValidate aria-label="Edit answer">
      {stored.restored && !isUnchanged(draft) && (
        <DraftNotice
          text="This is the edit that you began and did not save."
          action="Start over"
          onDiscard={stored.clear}
        />
      )}
      <MarkdownEditor
        ref={area}
        label="Answer"
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
      {edit.error && (
        <ErrorBox error={edit.error} fallback="Failed to update answer" onRetry={save} retrying={edit.isPending} />
      )}
      <FormFault message={waiting ? uploadsInTheWay(uploads.list) : null} />
      <Group gap="sm">
        <SubmitButton pending={edit.isPending} pendingText="Saving..." disabled={isEmpty}>
          Save
        </SubmitButton>
        <Button variant="default" onClick={onDone} disabled={edit.isPending}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
