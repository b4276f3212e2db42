import { editPostInput, type Post } from "@bbux/contract";
import { Button, Group, Stack } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { z } from "zod";
import { CheckedForm } from "../../components/CheckedForm.tsx";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { FormError } from "../../components/FormError.tsx";
import { SubmitButton } from "../../components/SubmitButton.tsx";
import { fieldErrors } from "../../lib/errors.ts";
import { newKey, useIntentKey } from "../../lib/intent.ts";
import { trpc } from "../../lib/trpc.ts";
import { draftsOf, mediaOf, uploadsInTheWay, useUploads } from "../../people/uploads/index.ts";
import {
  Attached,
  codeBlocksOf,
  DraftNotice,
  type FormProblems,
  problemsOf,
  sameWords,
  useStoredDraft,
  type Written,
  withoutPlaceholders,
  written,
} from "../editor/index.ts";
import { PostFields } from "./PostFields.tsx";

/** `of` is the version that the edit is based on. */
const editDraft = written.extend({ of: z.string() });
type EditDraft = z.infer<typeof editDraft>;

/**
 * Edits a post in place. Saving returns to the updated post; canceling leaves it unchanged. Either way, the text is
 * kept in the browser until it is saved or discarded.
 */
export function PostEditForm({ post, onDone }: { post: Post; onDone: () => void }) {
  const [original] = useState<EditDraft>(() => ({
    title: post.title,
    content: post.content,
    tags: post.tags,
    codeBlocks: post.codeBlocks.map((block) => ({ key: newKey(), description: "", ...block })),
    media: draftsOf(post.media),
    of: post.editedAt ?? post.createdAt,
  }));
  const isUnchanged = useCallback((draft: Written) => sameWords(draft, original), [original]);
  const key = `bbux.draft.edit.${post.authorId}.${post.id}`;
  const stored = useStoredDraft(key, editDraft, original, isUnchanged);
  const { draft } = stored;
  const [problems, setProblems] = useState<FormProblems>({});
  const uploads = useUploads();
  const [waiting, setWaiting] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // The edit button is gone, so the focus moves to the first field.
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const utils = trpc.useUtils();
  const intent = useIntentKey();
  const edit = trpc.posts.edit.useMutation({
    trpc: intent,
    onSuccess: (saved) => {
      stored.clear();
      utils.posts.get.setData({ id: post.id }, saved);
      void utils.posts.get.invalidate({ id: post.id });
      void utils.posts.history.invalidate({ id: post.id });
      void utils.posts.list.invalidate();
      onDone();
    },
    onError: (error) => setProblems(problemsOf(Object.entries(fieldErrors(error)))),
  });

  function save() {
    if (edit.isPending) return;
    const { of, ...words } = draft;
    const input = {
      ...words,
      id: post.id,
      content: withoutPlaceholders(draft.content),
      codeBlocks: codeBlocksOf(draft.codeBlocks),
      media: mediaOf(draft.media),
    };
    const checked = editPostInput.safeParse(input);
    if (!checked.success) {
      return setProblems(
        problemsOf(checked.error.issues.map((issue) => [issue.path.join("."), issue.message] as const)),
      );
    }
    setProblems({});
    setWaiting(uploads.list.length > 0);
    if (uploads.list.length === 0) edit.mutate(input);
  }

  return (
    <CheckedForm ref={form} onSubmit={save} aria-label="Edit post">
      <Stack gap="lg">
        <h1 className="visually-hidden">Edit post</h1>
        {stored.restored && !isUnchanged(draft) && (
          <DraftNotice
            text={
              draft.of === original.of
                ? "You started this edit but didn't save it."
                : "You started this edit before the post was last changed."
            }
            action="Start over"
            onDiscard={stored.clear}
          />
        )}
        <PostFields
          value={draft}
          onChange={(part) => stored.setDraft((present) => ({ ...present, ...part }))}
          onMedia={(next) => stored.setDraft((present) => ({ ...present, media: next(present.media) }))}
          uploads={uploads}
          problems={problems}
          tagsRequired={false}
          alsoInPreview={<Attached {...draft} />}
        />
        {edit.error && (
          <ErrorBox
            error={edit.error}
            fallback="Failed to update post"
            onRetry={() => form.current?.requestSubmit()}
            retrying={edit.isPending}
          />
        )}
        <FormError message={waiting ? uploadsInTheWay(uploads.list) : null} />
        <p>Once you save, you can't edit the post again for 24 hours.</p>
        <Group gap="sm">
          <SubmitButton pending={edit.isPending} pendingText="Saving...">
            Save
          </SubmitButton>
          <Button variant="default" onClick={onDone} disabled={edit.isPending}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </CheckedForm>
  );
}
