import { LEVELS, type ReputationAction } from "@bbux/contract";
import { table, text } from "../tree.ts";
import { resolveValue } from "../values.ts";
import type { Directive } from "./directive.ts";

/** The text for each action. The type requires an entry for every action in the contract. */
const DESCRIPTIONS: Readonly<Record<ReputationAction, string>> = {
  ANSWER_ACCEPTED: "Your answer is accepted",
  BOUNTY_WON: "Your answer wins a bounty",
  ANSWER_UPVOTED: "Your answer is voted up",
  POST_UPVOTED: "Your post is voted up",
  COMMENT_UPVOTED: "Your comment is voted up",
  ANSWER_DOWNVOTED: "Your answer is voted down",
  POST_DOWNVOTED: "Your post is voted down",
  COMMENT_DOWNVOTED: "Your comment is voted down",
  FIRST_POST: "Your first post",
  FIRST_ANSWER: "Your first answer",
  FIRST_COMMENT: "Your first comment",
  POST_CREATED: "You publish a post",
  ANSWER_CREATED: "You answer",
  COMMENT_CREATED: "You comment",
  PROFILE_COMPLETED: "You complete your profile",
  DAILY_LOGIN: "You visit on a new day",
  WEEKLY_STREAK: "You visit seven days in a row",
  MONTHLY_CONTRIBUTOR: "You contribute a lot in one month",
  HELPFUL_MEMBER: "Many of your answers are accepted",
  COMMUNITY_ENGAGEMENT: "You vote on a refund request or a proposal",
  REPUTATION_MILESTONE: "You reach a new level",
  CONTENT_FLAGGED: "A flag on what you wrote is upheld",
  SPAM_OR_ABUSE: "A flag for spam or abuse is upheld",
  SUSPENDED: "Your account is suspended",
};

/** Points by action. */
export const reputation: Directive = () => [
  table(
    ["What happens", "Points"],
    Object.entries(DESCRIPTIONS)
      .filter(([action]) => resolveValue(`REPUTATION.${action}`) !== "0")
      .map(([action, says]) => [[text(says)], [text(resolveValue(`REPUTATION.${action}`) ?? "")]]),
  ),
];

/** Level titles, with the points at which they start. */
export const levels: Directive = () => [
  table(
    ["Level", "From points"],
    [...LEVELS]
      .reverse()
      .map(({ from, title }) => [[text(title)], [text(Number.isFinite(from) ? from.toLocaleString("en-US") : "–")]]),
  ),
];
