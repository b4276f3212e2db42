import { z } from "zod";
import { id } from "../platform/ids.ts";
import { LIMITS } from "../platform/limits.ts";
import { text } from "../platform/text.ts";

/** What a rating is based on. */
export const RATING_CONTEXTS = [
  "BOUNTY_REJECTION",
  "ANSWER_QUALITY",
  "COMMUNICATION",
  "SPAM",
  "HARASSMENT",
  "GENERAL",
] as const;
export type RatingContext = (typeof RATING_CONTEXTS)[number];

/** One rating per rater and rated member; a later one replaces it (docs/DECISIONS.md §2). */
export const rateInput = z.object({
  ratedUserId: id.meta({ description: "Id of the member who is rated" }),
  rating: z
    .int("Rating must be a whole number from 1 to 10")
    .min(1, "Rating must be 1 to 10")
    .max(10, "Rating must be 1 to 10")
    .meta({ example: 8 }),
  reason: z
    .string({ error: "Please provide a reason for your rating" })
    .pipe(text({ max: LIMITS.ratingReason, required: "Please provide a reason for your rating" }))
    .meta({ example: "Explained every step and came back to answer questions." }),
  context: z.enum(RATING_CONTEXTS).default("GENERAL"),
  referenceId: z.string().max(64).nullish().meta({ description: "What it is about: id of a post or answer" }),
  referenceType: z.string().max(40).nullish().meta({ example: "POST" }),
});

export const rateOutput = z
  .object({
    success: z.literal(true),
    message: z.string(),
    integrityScore: z.number().meta({ description: "The rated member's score now, out of 10" }),
    totalRatings: z.int(),
  })
  .meta({ id: "Rated" });

/** The caller's current rating of a member, to prefill the dialog. */
export const myRatingInput = z.object({ userId: id });
export const myRatingOutput = z.object({
  rating: z
    .object({ rating: z.int(), reason: z.string(), context: z.string() })
    .nullable()
    .meta({ description: "null when the caller has not rated this member" }),
});
