import { type Answer, LIMITS } from "@bbux/contract";
import { Button, Group } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { fieldErrors } from "../../errors.ts";
import { newKey, useIntentKey } from "../../intent.ts";
import { trpc } from "../../trpc.ts";
import { CodeBlocksEditor } from "../posts/CodeBlocksEditor.tsx";
import { MarkdownEditor } from "../posts/MarkdownEditor.tsx";
import { type CodeDraft, codeBlocksOf, problemsOf } from "../posts/postDraft.ts";
import classes from "./Answers.module.css";

/** Edits one's own answer in place. */
export function AnswerEditForm({ answer, onDone }: { answer: Answer; onDone: () => void }) {
  const [content, setContent] = useState(answer.content);
  const [codeBlocks, setCodeBlocks] = useState<CodeDraft[]>(() =>
    answer.codeBlocks.map((block) => ({ key: newKey(), description: "", ...block })),
  );
  const utils = trpc.useUtils();
  const intent = useIntentKey();
  const edit = trpc.answers.edit.useMutation({
    trpc: intent,
    onSuccess: (saved) => {
      utils.answers.list.setData(
        { postId: answer.postId, page: 1 },
        (list) => list && { ...list, answers: list.answers.map((one) => (one.id === answer.id ? saved.answer : one)) },
      );
      void utils.answers.list.invalidate({ postId: answer.postId });
      void utils.posts.get.invalidate({ id: answer.postId });
      onDone();
    },
  });
  const isEmpty = content.trim() === "";
  const problems = problemsOf(Object.entries(fieldErrors(edit.error)));

  function save(event?: FormEvent) {
    event?.preventDefault();
    if (isEmpty || edit.isPending) return;
    edit.mutate({ postId: answer.postId, answerId: answer.id, content, codeBlocks: codeBlocksOf(codeBlocks) });
  }

  return (
    <form className={classes.stack} onSubmit={save} noValidate aria-label="Edit answer">
      <MarkdownEditor
        label="Answer"
        minRows={5}
        maxLength={LIMITS.answer}
        error={problems.content}
        value={content}
        onChange={setContent}
      />
      <CodeBlocksEditor
        value={codeBlocks}
        onChange={setCodeBlocks}
        {...(problems.codeBlocks && { errors: problems.codeBlocks })}
      />
      {edit.error && (
        <ErrorBox error={edit.error} fallback="Failed to update answer" onRetry={save} retrying={edit.isPending} />
      )}
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
