import { z } from "zod";
import { REVIEWS } from "../people/reviewers.rules.ts";
import { id, idOut, time } from "../platform/ids.ts";
import { LIMITS } from "../platform/limits.ts";
import { oneOf } from "../platform/parts.ts";
import { text } from "../platform/text.ts";
import { FLAG_REASONS, MODERATION, moderationTarget } from "./moderation.ts";

/** What a newcomer wrote, in its context. */
export const reviewItem = z
  .object({
    id: idOut.meta({ description: "Of the review" }),
    reason: z.enum(["FIRST", "LINK"]).meta({
      description: `FIRST: one of the author's first ${REVIEWS.first} contributions; LINK: it has a link to another site`,
    }),
    createdAt: time.meta({ description: "Since when it's in the queue" }),
    target: moderationTarget
      .pick({
        id: true,
        authorId: true,
        authorUsername: true,
        title: true,
        excerpt: true,
        content: true,
        createdAt: true,
      })
      .extend({ type: z.enum(["post", "answer", "comment"]), url: z.string() })
      .meta({ id: "ReviewTarget" }),
    question: z
      .string()
      .nullable()
      .meta({ description: "The beginning of the post that it belongs to; null for a post" }),
  })
  .meta({ id: "ReviewItem" });
export type ReviewItem = z.infer<typeof reviewItem>;

export const listReviewsInput = z
  .object({
    after: id.optional().meta({ description: "`next` of the page before" }),
    limit: z.int().min(1).max(LIMITS.pageSize.max).default(LIMITS.pageSize.default),
  })
  .prefault({});
export const listReviewsOutput = z.object({
  items: z.array(reviewItem).meta({ description: "What needs the caller, the longest wait first" }),
  next: idOut.nullable().meta({ description: "Null on the last page" }),
});

/** A flag needs a reason, which moderators will read. */
export const reviewInput = z
  .object({
    id,
    verdict: oneOf(["clear", "flag"]),
    reason: oneOf(FLAG_REASONS).optional(),
    note: text({ min: 0, max: MODERATION.note }).optional(),
  })
  .refine(({ verdict, reason }) => verdict === "clear" || reason !== undefined, {
    path: ["reason"],
    message: "Please choose a reason",
  });
export const reviewOutput = z.object({
  success: z.literal(true),
  status: z.enum(["OPEN", "CLEARED", "FLAGGED"]).meta({ description: "OPEN: another reviewer decides, too" }),
});
