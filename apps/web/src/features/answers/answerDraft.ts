import { z } from "zod";
import { codeBlocksOf, codeDraft, keptText } from "../posts/postDraft.ts";

/** An answer while it is being written. */
export const answerDraft = z.object({ content: keptText, codeBlocks: z.array(codeDraft) });
export type AnswerDraft = z.infer<typeof answerDraft>;

export const EMPTY_ANSWER: AnswerDraft = { content: "", codeBlocks: [] };

export function isBlankAnswer({ content, codeBlocks }: AnswerDraft): boolean {
  return content.trim() === "" && codeBlocks.length === 0;
}

/** Which code block is empty, as the form shows it; `null` when all have code (spec core §5). */
export function emptyBlock({ codeBlocks }: AnswerDraft): Record<number, string> | null {
  const blank = codeBlocks.findIndex(({ code }) => code.trim() === "");
  return blank === -1 ? null : { [blank]: "Code must not be empty" };
}

/** What could not be sent, back in the form: before whatever has been typed since. */
export function joined(unsent: AnswerDraft, typed: AnswerDraft): AnswerDraft {
  return {
    content: [unsent.content, typed.content].filter((text) => text.trim() !== "").join("\n\n"),
    codeBlocks: [...unsent.codeBlocks, ...typed.codeBlocks],
  };
}

/** Whether two say the same, whatever keys their blocks have. */
export function sameAnswer(one: AnswerDraft, other: AnswerDraft): boolean {
  const words = ({ content, codeBlocks }: AnswerDraft) => JSON.stringify([content, codeBlocksOf(codeBlocks)]);
  return words(one) === words(other);
}
