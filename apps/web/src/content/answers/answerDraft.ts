import { z } from "zod";
import { codeBlocksOf, codeDraft, keptText } from "../editor/index.ts";

/** An unfinished answer. */
export const answerDraft = z.object({ content: keptText, codeBlocks: z.array(codeDraft) });
export type AnswerDraft = z.infer<typeof answerDraft>;

export const EMPTY_ANSWER: AnswerDraft = { content: "", codeBlocks: [] };

export function isBlankAnswer({ content, codeBlocks }: AnswerDraft): boolean {
  return content.trim() === "" && codeBlocks.length === 0;
}

/** Returns the empty code block in the form's terms; `null` when all have code. */
export function emptyBlock({ codeBlocks }: AnswerDraft): Record<number, string> | null {
  const blank = codeBlocks.findIndex(({ code }) => code.trim() === "");
  return blank === -1 ? null : { [blank]: "Code must not be empty" };
}

/** Puts what could not be sent back into the form, before anything typed since. */
export function joined(unsent: AnswerDraft, typed: AnswerDraft): AnswerDraft {
  return {
    content: [unsent.content, typed.content].filter((text) => text.trim() !== "").join("\n\n"),
    codeBlocks: [...unsent.codeBlocks, ...typed.codeBlocks],
  };
}

/** Whether two drafts say the same, regardless of their blocks' keys. */
export function sameAnswer(one: AnswerDraft, other: AnswerDraft): boolean {
  const words = ({ content, codeBlocks }: AnswerDraft) => JSON.stringify([content, codeBlocksOf(codeBlocks)]);
  return words(one) === words(other);
}
