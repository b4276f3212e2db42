import type { ReputationAction, ReputationEntry } from "@bbux/contract";
import { numberText } from "../../lib/locale.ts";

interface Texts {
  /** Describes what happened in the third person. */
  readonly did: string;
  /** Whether it costs points. */
  readonly loses?: true;
  /** The opposite change: its cause was undone (docs/DECISIONS.md §3). */
  readonly undone?: string;
}

const publishing: Texts = { did: "Published a post", undone: "Deleted a post" };

const TEXTS: Record<ReputationAction | "CREATE_POST", Texts> = {
  POST_CREATED: publishing,
  // An alias of the same action.
  CREATE_POST: publishing,
  ANSWER_CREATED: { did: "Wrote an answer", undone: "Deleted an answer" },
  COMMENT_CREATED: { did: "Wrote a comment", undone: "Deleted a comment" },
  FIRST_POST: { did: "Published a first post" },
  FIRST_ANSWER: { did: "Wrote a first answer" },
  FIRST_COMMENT: { did: "Wrote a first comment" },
  POST_UPVOTED: { did: "A post was upvoted", undone: "An upvote on a post was taken back" },
  ANSWER_UPVOTED: { did: "An answer was upvoted", undone: "An upvote on an answer was taken back" },
  COMMENT_UPVOTED: { did: "A comment was upvoted", undone: "An upvote on a comment was taken back" },
  POST_DOWNVOTED: { did: "A post was downvoted", loses: true, undone: "A downvote on a post was taken back" },
  ANSWER_DOWNVOTED: { did: "An answer was downvoted", loses: true, undone: "A downvote on an answer was taken back" },
  COMMENT_DOWNVOTED: { did: "A comment was downvoted", loses: true, undone: "A downvote on a comment was taken back" },
  ANSWER_ACCEPTED: { did: "An answer was accepted", undone: "An answer is no longer the accepted one" },
  BOUNTY_WON: { did: "Won a bounty" },
  HELPFUL_MEMBER: { did: "Had a tenth answer accepted" },
  PROFILE_COMPLETED: { did: "Completed the profile" },
  DAILY_LOGIN: { did: "Daily visit" },
  WEEKLY_STREAK: { did: "Signed in seven days in a row" },
  MONTHLY_CONTRIBUTOR: { did: "Wrote ten posts or answers in a month" },
  COMMUNITY_ENGAGEMENT: { did: "Took part in a community vote" },
  REPUTATION_MILESTONE: { did: "Reached a reputation milestone" },
  CONTENT_FLAGGED: { did: "A flag on a contribution was upheld", loses: true, undone: "A flag was overturned" },
  SPAM_OR_ABUSE: { did: "Lost points for spam or abuse", loses: true, undone: "A penalty for abuse was lifted" },
  SUSPENDED: { did: "The account was suspended", loses: true, undone: "A suspension was overturned" },
};

/** Returns a reputation change as a sentence; an unknown code unchanged. */
export function sentenceOf({ action, points }: Pick<ReputationEntry, "action" | "points">): string {
  if (!isKnown(action)) return action;
  const { did, loses = false, undone } = TEXTS[action];
  const opposite = loses ? points > 0 : points < 0;
  return opposite ? (undone ?? `Taken back: ${did}`) : did;
}

function isKnown(action: string): action is keyof typeof TEXTS {
  return Object.hasOwn(TEXTS, action);
}

/** Formats points with their sign: "+10", "−2", "0". */
export function signedPoints(points: number): string {
  const size = numberText(Math.abs(points));
  if (points === 0) return size;
  return points > 0 ? `+${size}` : `−${size}`;
}
