import { z } from "zod";
import { idOut, time } from "./ids.ts";
import { LANGUAGES } from "./languages.ts";
import { LIMITS } from "./limits.ts";
import { isCleanText, rawText, text } from "./text.ts";

/** A member as named next to what they wrote. For one who left, `id` is `null` and the name is "deleted". */
export const author = z
  .object({ id: idOut, username: z.string().meta({ example: "ada_l" }), profilePicture: z.string().nullable() })
  .meta({ id: "Author" });

/** Down, none, up. */
export const vote = z.literal([-1, 0, 1]).meta({ description: "-1, 0 or 1", override: { type: "integer" } });
export const userVotes = z.record(z.string(), vote).meta({ description: "Id to the caller's vote" });

/** A member's text, rendered; what it is made of stays in `content`. */
export const contentHtml = z.string().nullable().meta({
  description:
    "The content as safe HTML: only elements of Markdown and formulas, addresses that are http(s), mailto, our own posts or members, and pictures over https or uploaded here. null until it is rendered, which takes seconds",
});

/** A comment, as its post or answer shows it. */
export const comment = z
  .object({
    id: idOut,
    postId: idOut,
    answerId: idOut.nullable().meta({ description: "The answer that it is about; null for one on the question" }),
    content: z.string(),
    contentHtml,
    authorId: idOut,
    author,
    createdAt: time,
    upvotes: z.int(),
    downvotes: z.int(),
    userVote: vote,
  })
  .meta({ id: "Comment" });
export type Comment = z.infer<typeof comment>;

export const codeBlock = z
  .object({
    language: z.enum(LANGUAGES),
    code: rawText({ min: 1, max: LIMITS.code, tooShort: "Code must not be empty" })
      .refine((code) => code.trim() !== "", "Code must not be empty")
      .meta({ example: "const answer = 42;" }),
    description: text({ min: 0, max: LIMITS.codeDescription }).meta({ example: "What it is" }).optional(),
  })
  .meta({ id: "CodeBlock" });

/** The code blocks of a new or edited post or answer. */
export const codeBlocksInput = z
  .array(codeBlock)
  .max(LIMITS.codeBlocks)
  .refine(
    (blocks) => blocks.reduce((sum, { code }) => sum + code.length, 0) <= LIMITS.codeTotal,
    `Code blocks may have at most ${LIMITS.codeTotal} characters in all`,
  );

/** An address that is safe to show: https, or one of our uploads. */
const mediaUrl = z
  .string()
  .max(LIMITS.url)
  .refine(isCleanText, "Invalid address")
  .refine(
    (url) => /^\/uploads(\/[\w-][\w.-]*)+$/.test(url) || isHttps(url),
    "Only https addresses and own uploads are allowed",
  );

function isHttps(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === "https:";
}

export const mediaItem = z
  .object({
    type: z.string().max(20).meta({ description: "IMAGE, VIDEO; anything else is a plain file" }),
    url: mediaUrl.meta({ example: "https://example.org/picture.png" }),
    thumbnailUrl: mediaUrl.nullish(),
    isScreenRecording: z.boolean().optional(),
  })
  .meta({ id: "MediaItem" });

export const pagination = z
  .object({ page: z.int(), limit: z.int(), total: z.int(), pages: z.int() })
  .meta({ id: "Pagination" });

/** Pages are counted from 1. */
export const page = {
  page: z.int().min(1).max(LIMITS.page).default(1).meta({ description: "Page, from 1" }),
  limit: z
    .int()
    .min(1)
    .max(LIMITS.pageSize.max)
    .default(LIMITS.pageSize.default)
    .meta({ description: "Elements on a page" }),
};

/** The answers or comments of a post, in separate pages. */
export const threadPage = {
  ...page,
  limit: z.int().min(1).max(LIMITS.thread).default(LIMITS.thread).meta({ description: "Elements on a page" }),
};

/** One of a few words in any case. The OpenAPI document shows them as they are written. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  const words = values.map((value) => value.toLowerCase()) as { [K in keyof T]: Lowercase<T[K]> };
  return z
    .string()
    .max(20)
    .toLowerCase()
    .pipe(z.enum(words))
    .meta({ override: { type: "string", enum: [...values] } });
}

/** The state of a refund request, as its post shows it. */
export const REFUND_STATUSES = ["PENDING", "APPROVED", "REJECTED", "COMPLETED", "EXPIRED"] as const;
export const refundStatus = z.enum(REFUND_STATUSES);
export type RefundStatus = z.infer<typeof refundStatus>;
