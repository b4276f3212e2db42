import { z } from "zod";
import { id, idOut, time } from "../platform/ids.ts";
import { LIMITS } from "../platform/limits.ts";
import { isCleanText } from "../platform/text.ts";
import { postStatus } from "./posts.ts";

/** How many posts are suggested while a title is written, and next to a post. */
export const RELATED = { minTitle: 3, similar: 5, related: 10 } as const;

const linkShape = {
  id: idOut,
  title: z.string(),
  status: postStatus,
  answerCount: z.int(),
  totalVotes: z.int().meta({ description: "Up less down" }),
  hasAccepted: z.boolean().meta({ description: "Whether an answer is accepted" }),
  createdAt: time,
};

/** A post as a link. */
export const postLink = z.object(linkShape).meta({ id: "PostLink" });
export type PostLink = z.infer<typeof postLink>;

/** linked and duplicate come from people; similar shares tags or title words. */
export const relatedPost = z
  .object({ ...linkShape, relation: z.enum(["linked", "duplicate", "similar"]) })
  .meta({ id: "RelatedPost" });
export type RelatedPost = z.infer<typeof relatedPost>;

export const similarPostsInput = z.object({
  title: z
    .string()
    .trim()
    .min(RELATED.minTitle, `At least ${RELATED.minTitle} characters are needed`)
    .max(LIMITS.title, `A title is limited to ${LIMITS.title} characters`)
    .refine(isCleanText, "Title must not contain NUL or lone surrogate characters")
    .meta({ description: "What has been typed of a title", example: "deferred constraint" }),
});

export const similarPostsOutput = z.object({ posts: z.array(postLink) });
export const relatedPostsInput = z.object({ id });
export const relatedPostsOutput = z.object({ posts: z.array(relatedPost) });
