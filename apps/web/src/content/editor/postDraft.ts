import {
  BOUNTY,
  bountyFee,
  type codeBlock,
  createPostInput,
  formatAmount,
  LANGUAGES,
  type Parameters,
} from "@bbux/contract";
import { z } from "zod";
import { newKey } from "../../lib/intent.ts";
import { mediaDraft, mediaOf } from "../../people/uploads/index.ts";
import { withoutPlaceholders } from "./editing.uploads.ts";
import { readBounty } from "./receipt.ts";

/** An unfinished code block; `key` distinguishes it from its siblings. */
export const codeDraft = z.object({
  key: z.string(),
  language: z.enum(LANGUAGES),
  code: z.string(),
  description: z.string(),
});
export type CodeDraft = z.infer<typeof codeDraft>;

/** Returns stored Markdown without upload placeholders, because those uploads are no longer under way. */
export const keptText = z.string().transform(withoutPlaceholders);

/** The parts of a post, new or edited, while it is being written. */
export const written = z.object({
  title: z.string(),
  content: keptText,
  tags: z.array(z.string()),
  codeBlocks: z.array(codeDraft),
  media: z.array(mediaDraft).default([]),
});
export type Written = z.infer<typeof written>;

/** An unfinished post. Amount and days as typed. */
export const postDraft = written.extend({
  hasBounty: z.boolean(),
  amount: z.string(),
  days: z.union([z.number(), z.string()]),
});
export type PostDraft = z.infer<typeof postDraft>;

export const EMPTY_DRAFT: PostDraft = {
  title: "",
  content: "",
  tags: [],
  codeBlocks: [],
  media: [],
  hasBounty: false,
  amount: "",
  days: BOUNTY.days.default,
};

export function newCodeDraft(): CodeDraft {
  return { key: newKey(), language: "javascript", code: "", description: "" };
}

/** Returns the code blocks to send; an empty description is left out. */
export function codeBlocksOf(drafts: readonly CodeDraft[]): z.input<typeof codeBlock>[] {
  return drafts.map(({ language, code, description }) => ({
    language,
    code,
    ...(description.trim() && { description }),
  }));
}

/** Returns the call that publishes the draft. @param inForce the parameters that the cost was shown by */
export function payloadOf(draft: PostDraft, inForce: Parameters | null = null): z.input<typeof createPostInput> {
  const { amount } = readBounty(draft.amount);
  return {
    title: draft.title,
    content: withoutPlaceholders(draft.content),
    tags: draft.tags,
    codeBlocks: codeBlocksOf(draft.codeBlocks),
    media: mediaOf(draft.media),
    hasBounty: draft.hasBounty,
    ...(draft.hasBounty && {
      bountyAmount: amount === null ? null : formatAmount(amount),
      bountyDuration: Number(draft.days),
      ...(amount !== null && inForce && { maxFee: formatAmount(bountyFee(amount, inForce.bountyFee)) }),
    }),
  };
}

/** Errors by form field; code blocks by index. */
export interface FormProblems {
  title?: string;
  content?: string;
  tags?: string;
  media?: string;
  amount?: string;
  days?: string;
  codeBlocks?: Record<number, string>;
}

/** Maps field names of the contract to those of the form. */
const FIELDS: Record<string, Exclude<keyof FormProblems, "codeBlocks">> = {
  title: "title",
  content: "content",
  tags: "tags",
  selectedTags: "tags",
  media: "media",
  bountyAmount: "amount",
  bountyDuration: "days",
};

/** Maps issues that name the contract's fields ("codeBlocks.0.code") to the form's; the first for each field counts. */
export function problemsOf(problems: Iterable<readonly [field: string, message: string]>): FormProblems {
  const sorted: FormProblems = {};
  for (const [field, message] of problems) {
    const [name = "", place] = field.split(".");
    const known = FIELDS[name];
    if (known) sorted[known] ??= message;
    else if (name === "codeBlocks") {
      sorted.codeBlocks ??= {};
      sorted.codeBlocks[Number(place ?? 0)] ??= message;
    }
  }
  return sorted;
}

/** Validates the draft against the contract before it is sent; `null` when it is complete. */
export function checkDraft(draft: PostDraft): FormProblems | null {
  const checked = createPostInput.safeParse(payloadOf(draft));
  const amount = draft.hasBounty ? readBounty(draft.amount).problem : null;
  if (checked.success && amount === null) return null;
  const issues = checked.error?.issues ?? [];
  return problemsOf([
    ...(amount === null ? [] : [["bountyAmount", amount] as const]),
    ...issues.map((issue) => [issue.path.join("."), issue.message] as const),
  ]);
}

/** Whether there is anything worth keeping. */
export function isBlank(draft: PostDraft): boolean {
  return (
    draft.title.trim() === "" &&
    draft.content.trim() === "" &&
    [draft.tags, draft.codeBlocks, draft.media].every((list) => list.length === 0)
  );
}

/** Whether two drafts say the same, regardless of their parts' keys. */
export function sameWords(one: Written, other: Written): boolean {
  const words = ({ title, content, tags, codeBlocks, media }: Written) =>
    JSON.stringify([title, content, tags, codeBlocksOf(codeBlocks), mediaOf(media)]);
  return words(one) === words(other);
}
