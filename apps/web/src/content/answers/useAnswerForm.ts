import { useState } from "react";
import { useUploads } from "../../people/uploads/index.ts";
import { codeBlocksOf, useStoredDraft, withoutPlaceholders } from "../editor/index.ts";
import { type AnswerDraft, answerDraft, emptyBlock } from "./answerDraft.ts";

/**
 * An answer in a form, new or edited: its stored draft, its uploads, and why it can't be sent yet.
 * @param isUnchanged whether there is nothing to keep
 */
export function useAnswerForm(key: string, original: AnswerDraft, isUnchanged: (draft: AnswerDraft) => boolean) {
  const stored = useStoredDraft(key, answerDraft, original, isUnchanged);
  const { draft, setDraft } = stored;
  const [empty, setEmpty] = useState<Record<number, string>>({});
  const uploads = useUploads();
  const [waiting, setWaiting] = useState(false);

  /** The input to send; `null` while a code block is empty or an upload is under way, which the form reports. */
  function take() {
    const found = emptyBlock(draft);
    if (found) {
      setEmpty(found);
      return null;
    }
    setWaiting(uploads.list.length > 0);
    if (uploads.list.length > 0) return null;
    return { content: withoutPlaceholders(draft.content), codeBlocks: codeBlocksOf(draft.codeBlocks) };
  }

  return {
    stored,
    draft,
    uploads,
    waiting,
    empty,
    isEmpty: draft.content.trim() === "",
    restored: stored.restored && !isUnchanged(draft),
    setContent: (content: string) => setDraft((present) => ({ ...present, content })),
    setCodeBlocks: (codeBlocks: AnswerDraft["codeBlocks"]) => {
      setDraft((present) => ({ ...present, codeBlocks }));
      setEmpty({});
    },
    take,
  };
}

export type AnswerFormState = ReturnType<typeof useAnswerForm>;
