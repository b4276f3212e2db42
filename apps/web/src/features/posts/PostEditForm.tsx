import type { Post } from "@bbux/contract";
import { editPostInput } from "@bbux/contract";
import { Button, Group, Stack } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { fieldErrors } from "../../errors.ts";
import { newKey, useIntentKey } from "../../intent.ts";
import { trpc } from "../../trpc.ts";
import { PostFields } from "./PostFields.tsx";
import { codeBlocksOf, type FormProblems, type PostDraft, problemsOf } from "./postDraft.ts";

type Written = Pick<PostDraft, "title" | "content" | "tags" | "codeBlocks">;

/** Edits a post in place. Saving returns to the view with the post as it now is; cancelling leaves it as it was. */
export function PostEditForm({ post, onDone }: { post: Post; onDone: () => void }) {
  const [written, setWritten] = useState<Written>(() => ({
    title: post.title,
    content: post.content,
    tags: post.tags,
    codeBlocks: post.codeBlocks.map((block) => ({ key: newKey(), description: "", ...block })),
  }));
  const [problems, setProblems] = useState<FormProblems>({});
  const form = useRef<HTMLFormElement>(null);
  // The button that led here is gone: the keyboard goes on at the first field.
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const utils = trpc.useUtils();
  const intent = useIntentKey();
  const edit = trpc.posts.edit.useMutation({
    trpc: intent,
    onSuccess: (saved) => {
      utils.posts.get.setData({ id: post.id }, saved);
      void utils.posts.get.invalidate({ id: post.id });
      void utils.posts.list.invalidate();
      onDone();
    },
    onError: (error) => setProblems(problemsOf(Object.entries(fieldErrors(error)))),
  });

  function save(event?: FormEvent) {
    event?.preventDefault();
    if (edit.isPending) return;
    const input = { id: post.id, ...written, codeBlocks: codeBlocksOf(written.codeBlocks) };
    const checked = editPostInput.safeParse(input);
    if (!checked.success) {
      setProblems(problemsOf(checked.error.issues.map((issue) => [issue.path.join("."), issue.message] as const)));
      return;
    }
    setProblems({});
    edit.mutate(input);
  }

  return (
    <form ref={form} onSubmit={save} noValidate aria-label="Edit post">
      <Stack gap="lg">
        <h1 className="visually-hidden">Edit post</h1>
        <PostFields
          value={written}
          onChange={(part) => setWritten((present) => ({ ...present, ...part }))}
          problems={problems}
          tagsRequired={false}
        />
        {edit.error && (
          <ErrorBox error={edit.error} fallback="Failed to update post" onRetry={save} retrying={edit.isPending} />
        )}
        <p>After saving, the post can be edited again in 24 hours.</p>
        <Group gap="sm">
          <SubmitButton pending={edit.isPending} pendingText="Saving...">
            Save
          </SubmitButton>
          <Button variant="default" onClick={onDone} disabled={edit.isPending}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
