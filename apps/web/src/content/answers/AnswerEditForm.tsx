import type { Answer } from "@bbux/contract";
import { Button, Group } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { newKey, useIntentKey } from "../../lib/intent.ts";
import { trpc } from "../../lib/trpc.ts";
import { AnswerFields } from "./AnswerFields.tsx";
import classes from "./Answers.module.css";
import { type AnswerDraft, sameAnswer } from "./answerDraft.ts";
import { useAnswerForm } from "./useAnswerForm.ts";

/** Edits the member's own answer in place. The text is kept in the browser until it is saved or discarded. */
export function AnswerEditForm({ answer, onDone }: { answer: Answer; onDone: () => void }) {
  const [original] = useState<AnswerDraft>(() => ({
    content: answer.content,
    codeBlocks: answer.codeBlocks.map((block) => ({ key: newKey(), description: "", ...block })),
  }));
  const isUnchanged = useCallback((draft: AnswerDraft) => sameAnswer(draft, original), [original]);
  const key = `bbux.draft.answer-edit.${answer.authorId}.${answer.id}`;
  const form = useAnswerForm(key, original, isUnchanged);
  const area = useRef<HTMLTextAreaElement>(null);
  // The edit button is gone, so the focus moves into the text.
  useEffect(() => area.current?.focus(), []);
  const utils = trpc.useUtils();
  const intent = useIntentKey();
  const edit = trpc.answers.edit.useMutation({
    trpc: intent,
    onSuccess: (saved) => {
      form.stored.clear();
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

  function save() {
    if (form.isEmpty || edit.isPending) return;
    const written = form.take();
    if (written) edit.mutate({ postId: answer.postId, answerId: answer.id, ...written });
  }

  return (
    <CheckedForm className={classes.stack} onSubmit={save} aria-label="Edit answer">
      <AnswerFields
        form={form}
        label="Answer"
        area={area}
        notice={{ text: "You started this edit but didn't save it.", action: "Start over" }}
        call={edit}
        fallback="Failed to update answer"
        onRetry={save}
      />
      <Group gap="sm">
        <SubmitButton pending={edit.isPending} pendingText="Saving..." disabled={form.isEmpty}>
          Save
        </SubmitButton>
        <Button variant="default" onClick={onDone} disabled={edit.isPending}>
          Cancel
        </Button>
      </Group>
    </CheckedForm>
  );
}
