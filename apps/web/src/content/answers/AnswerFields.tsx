import { LIMITS } from "@bbux/contract";
import type { Ref } from "react";
import { ErrorBox } from "../../components/ErrorBox.tsx";
import { FormError } from "../../components/FormError.tsx";
import { fieldErrors } from "../../lib/errors.ts";
import { uploadsInTheWay } from "../../people/uploads/index.ts";
import { Attached, CodeBlocksEditor, DraftNotice, MarkdownEditor, problemsOf } from "../editor/index.ts";
import type { AnswerFormState } from "./useAnswerForm.ts";

interface AnswerFieldsProps {
  readonly form: AnswerFormState;
  readonly label: string;
  readonly placeholder?: string;
  /** The names that are suggested first when a member is mentioned. */
  readonly names?: readonly string[];
  readonly area?: Ref<HTMLTextAreaElement>;
  /** Shown above the fields when a draft was restored, with a way to discard it. */
  readonly notice: { readonly text: string; readonly action: string };
  readonly call: { readonly error: unknown; readonly isPending: boolean };
  /** The error for a failed call without a message. */
  readonly fallback: string;
  readonly onRetry: () => void;
}

/** The parts that the forms for new and edited answers share: text, code blocks, and why it can't be sent. */
export function AnswerFields({ form, area, notice, call, fallback, onRetry, ...texts }: AnswerFieldsProps) {
  const { stored, draft, uploads } = form;
  const problems = problemsOf(Object.entries(fieldErrors(call.error)));
  const codeProblems = { ...problems.codeBlocks, ...form.empty };
  return (
    <>
      {form.restored && <DraftNotice {...notice} onDiscard={stored.clear} />}
      <MarkdownEditor
        {...texts}
        {...(area && { ref: area })}
        minRows={5}
        maxLength={LIMITS.answer}
        error={problems.content}
        uploads={uploads}
        alsoInPreview={<Attached codeBlocks={draft.codeBlocks} />}
        blocks={<CodeBlocksEditor value={draft.codeBlocks} onChange={form.setCodeBlocks} errors={codeProblems} />}
        blocksFail={Object.keys(codeProblems).length > 0}
        value={draft.content}
        onChange={form.setContent}
      />
      {call.error != null && (
        <ErrorBox error={call.error} fallback={fallback} onRetry={onRetry} retrying={call.isPending} />
      )}
      <FormError message={form.waiting ? uploadsInTheWay(uploads.list) : null} />
    </>
  );
}
