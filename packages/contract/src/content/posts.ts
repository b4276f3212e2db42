import { z } from "zod";
import { amountAsNumber, amountInput, maxFeeInput } from "../platform/amounts.ts";
import { BOUNTY } from "../platform/bounty-limits.ts";
import { id, idOut, time } from "../platform/ids.ts";
import { LIMITS } from "../platform/limits.ts";
import {
  author,
  codeBlock,
  codeBlocksInput,
  comment,
  contentHtml,
  mediaItem,
  oneOf,
  page,
  pagination,
  refundStatus,
  userVotes,
  vote,
} from "../platform/parts.ts";
import { isCleanText, text } from "../platform/text.ts";
import { answer } from "./answers.ts";
import { bountyTimeline } from "./bounty-timeline.ts";

export const postStatus = z.enum(["OPEN", "COMPLETED", "CLOSED"]);
export type PostStatus = z.infer<typeof postStatus>;

/**
 * NONE: no bounty; ESCROWED: can be won; EXPIRED: in escrow past its time; PAID and REFUNDED: over (docs/DECISIONS.md
 * 1.3).
 */
export const bountyStatus = z.enum(["NONE", "ESCROWED", "EXPIRED", "PAID", "REFUNDED"]);
export type BountyStatus = z.infer<typeof bountyStatus>;

/** A piece of text, marked if it matches the search. */
export const highlightPart = z.object({ text: z.string(), match: z.boolean() });

const summaryShape = {
  id: idOut,
  title: z.string().meta({ example: "How does a deferred constraint behave?" }),
  content: z.string().meta({
    description: "Markdown. In lists: plain text, at most the first 300 characters; GET posts/{id} has it whole",
  }),
  type: z.string().meta({ description: "As given when posting: question, share, …" }),
  authorId: idOut,
  author,
  authorReputation: z.int().meta({ description: "The author's points" }),
  tags: z.array(z.string()).meta({ description: "Tag names", example: ["postgresql"] }),
  codeBlocks: z.array(codeBlock),
  media: z.array(mediaItem),
  status: postStatus,
  reward: amountAsNumber.meta({ description: "The bounty in BBUX, 0 without one; stays after payout or refund" }),
  bountyAmount: amountAsNumber,
  bountyStatus,
  bountyExpiresAt: time.nullable(),
  createdAt: time,
  editedAt: time.nullable(),
  activeAt: time.meta({
    description: "When it was last asked, answered, commented on or edited, as far as can be seen",
  }),
  answerCount: z.int(),
  commentCount: z.int(),
  acceptedAnswerId: idOut.nullable(),
  qualityUpvotes: z.int(),
  qualityDownvotes: z.int(),
  totalVotes: z.int().meta({ description: "Up less down" }),
  votes: z.object({ up: z.int(), down: z.int() }),
  userVote: vote,
};

/** A post in a list. */
export const postSummary = z
  .object({
    ...summaryShape,
    highlight: z
      .object({ title: z.array(highlightPart), content: z.array(highlightPart) })
      .optional()
      .meta({ description: "Only with search: where the words were found" }),
  })
  .meta({ id: "PostSummary" });
export type PostSummary = z.infer<typeof postSummary>;

/** A whole post with the first answers (accepted first, then by net votes) and comments (by net votes). */
export const post = z
  .object({
    ...summaryShape,
    contentHtml,
    authorReputation: z.int().meta({ description: "The author's points" }),
    answers: z.array(answer),
    comments: z.array(comment).meta({ description: "On the question; each answer has its own" }),
    userVotes: userVotes.meta({ description: "Id of an answer or comment in here to the caller's vote" }),
    bookmarked: z.boolean().meta({ description: "Whether the caller keeps it" }),
    settlesAt: time.nullable().meta({
      description:
        "When a bounty that is still in escrow goes to the best answer, or back; a refund request may delay it",
    }),
    refund: z
      .object({
        id: idOut,
        isObjection: z
          .boolean()
          .meta({ description: "A member objected to the payment that was announced" })
          .optional(),
        status: refundStatus,
        expiresAt: time.meta({ description: "When voting ends" }),
        appealOpen: z.boolean(),
      })
      .nullable()
      .meta({ description: "The request to refund its bounty, or the objection to its payment, if there is one" }),
    timeline: bountyTimeline
      .nullable()
      .meta({ description: "What happened to its bounty and what comes next; null without one" }),
    revisionCount: z.int().meta({ description: "Versions, 1 if it was never edited" }),
  })
  .meta({ id: "Post" });
export type Post = z.infer<typeof post>;

/** The feed's filters, all optional; `tab`, `sort`, `filter` and `dateRange` are case-insensitive. */
const feedShape = {
  tab: oneOf(["newest", "active", "unanswered", "highestBounty", "endingSoon", "mostVoted", "forYou"])
    .meta({
      description:
        "Which posts, and in which order unless `sort` names another. active: the latest question, answer, comment or edit first. unanswered: open posts without an answer. highestBounty and endingSoon: bounties that can still be won. forYou: posts with a tag that the caller follows",
    })
    .optional(),
  sort: oneOf(["newest", "oldest", "votes", "mostVoted"])
    .meta({
      description:
        "By default as the tab orders, else newest, with search by relevance. mostVoted is the same as votes",
    })
    .optional(),
  filter: oneOf(["open", "claimed", "closed"])
    .meta({ description: "Status: open, claimed (an answer is accepted) or closed" })
    .optional(),
  tags: z
    .string()
    .max(2_000)
    .meta({ description: "Tag names, comma-separated: posts with any of them", example: "postgresql,react" })
    .optional(),
  search: z
    .string()
    .trim()
    .max(LIMITS.search, `Search is limited to ${LIMITS.search} characters`)
    .refine(isCleanText, "Search must not contain NUL or lone surrogate characters")
    .meta({
      description: 'Words, "exact phrases", or, -not; identifiers such as node.js or std::vector',
      example: "deferred constraint",
    })
    .optional(),
  hasBounty: z.boolean().meta({ description: "Only posts with a bounty, or only those without" }).optional(),
  dateRange: oneOf(["week", "month", "year"])
    .meta({ description: "Posted within the last 7, 30, 365 days" })
    .optional(),
  author: z.string().max(64).meta({ description: "Username or id" }).optional(),
};

/** A page of the feed. */
export const listPostsInput = z.object({ ...page, ...feedShape }).prefault({});
export type ListPostsInput = z.infer<typeof listPostsInput>;
export type FeedTab = NonNullable<ListPostsInput["tab"]>;

/** All results of a feed as a file. */
export const exportPostsInput = z.object({
  format: oneOf(["csv", "json", "md"]).meta({ description: "Table, JSON array or Markdown" }),
  ...feedShape,
});
export type ExportPostsInput = z.infer<typeof exportPostsInput>;

export const listPostsOutput = z
  .object({
    posts: z.array(postSummary),
    pagination,
    correctedSearch: z
      .string()
      .optional()
      .meta({ description: "What was searched for instead, because the search itself finds next to nothing" }),
    totalIsMinimum: z.literal(true).optional().meta({
      description:
        "There are more than are counted: of a search that finds very many, and of tags or a tab along with other filters",
    }),
  })
  .meta({ id: "PostPage" });

const tagRefs = z.array(z.string().trim().min(1).max(64)).max(LIMITS.tags, `At most ${LIMITS.tags} tags are allowed`);

const bodyShape = {
  title: text({ max: LIMITS.title, required: "Title is required" }).meta({
    example: "How does a deferred constraint behave under READ COMMITTED?",
  }),
  content: text({ max: LIMITS.content, required: "Content is required" }).meta({
    description: "Markdown",
    example: "I have two transactions that…",
  }),
  codeBlocks: codeBlocksInput.optional(),
  media: z.array(mediaItem).max(LIMITS.media).optional(),
};

const positiveAmount = amountInput({ min: 0n, max: BOUNTY.max });

/**
 * A new post. Both documented forms are accepted: `selectedTags` (ids) or `tags` (names or ids); `hasBounty` with
 * `bountyAmount`, or only a `bountyAmount` above 0 (docs/DECISIONS.md §6).
 */
export const createPostInput = z
  .object({
    ...bodyShape,
    type: text({ max: 40 }).meta({ description: "question (default), share, …", example: "question" }).optional(),
    selectedTags: tagRefs.meta({ description: "Tag ids; at least one tag in here or in tags" }).optional(),
    tags: tagRefs.meta({ description: "Tag names or ids", example: ["postgresql"] }).optional(),
    hasBounty: z.boolean().meta({ description: "By default: whether bountyAmount is above 0" }).optional(),
    bountyAmount: positiveAmount
      .nullish()
      .meta({ description: "BBUX, a number or a decimal string: a multiple of 0.01, at least 0.01", example: "2.5" }),
    bountyDuration: z
      .int("Bounty duration must be a whole number of days")
      .min(BOUNTY.days.min, "Bounty duration must be 1 to 30 days")
      .max(BOUNTY.days.max, "Bounty duration must be 1 to 30 days")
      .nullish()
      .meta({ description: "Days, 1 to 30, by default 7", example: 7 }),
    maxFee: maxFeeInput,
  })
  .superRefine((input, ctx) => {
    if ((input.selectedTags ?? []).length + (input.tags ?? []).length === 0) {
      ctx.addIssue({ code: "custom", path: ["selectedTags"], message: "At least one tag is required" });
    }
    const amount = input.bountyAmount ?? 0n;
    if (input.hasBounty === true && input.bountyAmount == null) {
      ctx.addIssue({ code: "custom", path: ["bountyAmount"], message: "Bounty amount is required" });
    } else if (input.hasBounty === true || (input.hasBounty === undefined && amount > 0n)) {
      if (amount < BOUNTY.min) {
        ctx.addIssue({ code: "custom", path: ["bountyAmount"], message: "Bounty amount must be at least 0.01" });
      } else if (amount % BOUNTY.step !== 0n) {
        ctx.addIssue({ code: "custom", path: ["bountyAmount"], message: "Bounty amount must be a multiple of 0.01" });
      }
    }
  })
  .meta({
    examples: [
      {
        title: "How does a deferred constraint behave?",
        content: "I have **two** transactions that…",
        tags: ["postgresql"],
        bountyAmount: "2.5",
        bountyDuration: 7,
      },
    ],
  });
export type CreatePostInput = z.infer<typeof createPostInput>;

/** Returns the bounty of a new post, in base units: 0 for none. */
export function requestedBounty(input: Pick<CreatePostInput, "hasBounty" | "bountyAmount">): bigint {
  return input.hasBounty === false ? 0n : (input.bountyAmount ?? 0n);
}

export const postOutput = z.object({ success: z.literal(true), post });
export const byPostId = z.object({ id });

/** An edit. Omitted tags, code blocks and media stay; an empty list removes them (docs/DECISIONS.md §6). */
export const editPostInput = z
  .object({
    id,
    ...bodyShape,
    tags: tagRefs.meta({ description: "Tag names or ids", example: ["postgresql"] }).optional(),
  })
  .meta({ examples: [{ title: "How does a deferred constraint behave?", content: "Edited.", tags: ["postgresql"] }] });
