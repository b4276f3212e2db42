import { z } from "zod";
import { idOut, time } from "../platform/ids.ts";
import { page, pagination } from "../platform/parts.ts";

/**
 * Points by action (docs/DECISIONS.md §3). A withdrawn vote, a deletion or an overturned decision adds the opposite
 * row.
 */
export const REPUTATION = {
  ANSWER_ACCEPTED: 10,
  BOUNTY_WON: 50,
  ANSWER_UPVOTED: 5,
  POST_UPVOTED: 2,
  COMMENT_UPVOTED: 1,
  ANSWER_DOWNVOTED: -2,
  POST_DOWNVOTED: -2,
  COMMENT_DOWNVOTED: -2,
  FIRST_POST: 5,
  FIRST_ANSWER: 5,
  FIRST_COMMENT: 2,
  POST_CREATED: 1,
  ANSWER_CREATED: 1,
  COMMENT_CREATED: 1,
  PROFILE_COMPLETED: 10,
  DAILY_LOGIN: 1,
  WEEKLY_STREAK: 5,
  MONTHLY_CONTRIBUTOR: 20,
  HELPFUL_MEMBER: 25,
  COMMUNITY_ENGAGEMENT: 5,
  REPUTATION_MILESTONE: 0,
  CONTENT_FLAGGED: -10,
  SPAM_OR_ABUSE: -50,
  SUSPENDED: -100,
} as const;
export type ReputationAction = keyof typeof REPUTATION;

/** The limits of rewards (docs/DECISIONS.md §3). */
export const REPUTATION_RULES = {
  /** POST_, ANSWER_ and COMMENT_CREATED together, per UTC day. */
  createdPerDay: 5,
  /** Posts and answers per calendar month (UTC). */
  monthlyContributions: 10,
  streakDays: 7,
  helpfulAnswers: 10,
} as const;

/** Level titles by points. They unlock nothing. */
export const LEVELS = [
  { from: 10_000, title: "Legend" },
  { from: 5_000, title: "Expert" },
  { from: 1_000, title: "Veteran" },
  { from: 500, title: "Regular" },
  { from: 100, title: "Contributor" },
  { from: 50, title: "Member" },
  { from: Number.NEGATIVE_INFINITY, title: "Newbie" },
] as const;

/** Returns the level title for a number of points. */
export function levelTitle(points: number): (typeof LEVELS)[number]["title"] {
  return (LEVELS.find(({ from }) => points >= from) ?? LEVELS[6]).title;
}

/** One row of a member's reputation, with the post that it is about, if that still exists. */
export const reputationEntry = z
  .object({
    id: idOut,
    action: z.string().meta({ description: "ANSWER_UPVOTED, BOUNTY_WON, …", example: "ANSWER_UPVOTED" }),
    points: z.int().meta({ description: "Positive or negative" }),
    createdAt: time,
    post: z.object({ id: idOut, title: z.string() }).nullable(),
  })
  .meta({ id: "ReputationEntry" });
export type ReputationEntry = z.infer<typeof reputationEntry>;

export const listActivityInput = z.object({ ...page }).prefault({});
export const listActivityOutput = z
  .object({
    entries: z.array(reputationEntry).meta({ description: "The latest first" }),
    pagination,
    chart: z
      .array(z.object({ date: z.string().meta({ format: "date", example: "2026-03-01" }), points: z.int() }))
      .meta({ description: "Points at the end of each UTC day of the last 90, the latest last" }),
  })
  .meta({ id: "Activity" });
