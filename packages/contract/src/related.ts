import { z } from "zod";
import { id, idOut, time } from "./ids.ts";
import { LIMITS } from "./limits.ts";
import { postStatus } from "./posts.ts";
import { isCleanText } from "./text.ts";

/** So many are offered while a title is written, and beside a post. */
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

/** A post as a line that leads to it. */
export const postLink = z.object(linkShape).meta({ id: "PostLink" });
export type PostLink = z.infer<typeof postLink>;

/** linked and duplicate were said by people; similar has tags or words of the title in common. */
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
