import { BOUNTY, DAY_MS, type Post } from "@bbux/contract";
import type { BountyNote } from "../../components/StatusBadge.posts.ts";
import { VOTE_OPEN } from "../../components/StatusBadge.tones.ts";
import { exactTime } from "../../components/TimeAgo.format.ts";

/** The fields of a bounty that the post page needs. */
export type BountyOfPost = Pick<Post, "bountyStatus" | "bountyExpiresAt" | "settlesAt" | "refund">;

/**
 * The stage of a bounty (docs/DECISIONS.md 1.3, 1.5): `runs` until it expires; `expired` until it is settled, unless
 * its asker requested a refund: then `voting`, `appealed` or `refused`; `objected` while members vote on an objection; `settling`
 * between its payout date and the settlement.
 */
export type BountyStage =
  | "none"
  | "runs"
  | "expired"
  | "voting"
  | "objected"
  | "appealed"
  | "refused"
  | "settling"
  | "paid"
  | "returned";

export function bountyStage(post: BountyOfPost, now: number): BountyStage {
  const { bountyStatus, bountyExpiresAt, settlesAt, refund } = post;
  if (bountyStatus === "PAID") return "paid";
  if (bountyStatus === "REFUNDED") return "returned";
  if (bountyStatus === "NONE" || bountyExpiresAt === null) return "none";
  if (refund?.appealOpen) return "appealed";
  if (refund?.status === "PENDING") return refund.isObjection ? "objected" : "voting";
  if (settlesAt !== null && Date.parse(settlesAt) <= now) return "settling";
  if (refund && !refund.isObjection) return "refused";
  return bountyStatus === "EXPIRED" || Date.parse(bountyExpiresAt) <= now ? "expired" : "runs";
}

/** What an open question says besides its status; null while there is a bounty to win, or none. */
export function bountyNote(post: BountyOfPost & Pick<Post, "status">, now: number): BountyNote | null {
  return post.status === "OPEN" ? NOTES_BY_STAGE[bountyStage(post, now)] : null;
}

const NOTES_BY_STAGE: Record<BountyStage, BountyNote | null> = {
  none: null,
  runs: null,
  expired: "ENDED",
  voting: "VOTE",
  objected: "VOTE",
  appealed: "APPEALED",
  refused: "ENDED",
  settling: "ENDED",
  paid: null,
  returned: null,
};

/** Names a stage in a word or two. */
export const STAGE_LABELS: Record<BountyStage, string> = {
  none: "No bounty",
  runs: "In escrow",
  expired: "Grace period",
  voting: VOTE_OPEN.label,
  objected: VOTE_OPEN.label,
  appealed: "Refund appealed",
  refused: "Refund rejected",
  settling: "Being settled",
  paid: "Paid",
  returned: "Returned",
};

interface Facts extends BountyOfPost {
  /** The accepted answer's author, if known. */
  readonly winner: string | null;
  /** Addresses the asker instead of talking about them. */
  readonly isAsker: boolean;
}

/** Says in a sentence or two what happens with the bounty next. */
export function bountyOutlook({ winner, isAsker, ...post }: Facts, now: number): string {
  const stage = bountyStage(post, now);
  const end = post.settlesAt ?? (post.bountyExpiresAt && settlementTime(post.bountyExpiresAt));
  const settled = end ? exactTime(end) : "the end";
  const ends = post.bountyExpiresAt ? exactTime(post.bountyExpiresAt) : "the end";
  const voted = post.refund ? exactTime(post.refund.expiresAt) : "the end";
  const days = BOUNTY.settlementDays;
  /** Each sentence is whole in both, because translations address people in other words. */
  const either = (toAsker: string, toOthers: string) => (isAsker ? toAsker : toOthers);
  switch (stage) {
    case "none":
      return "";
    case "paid":
      return winner ? `Paid to ${winner} for the accepted answer.` : "Paid for the accepted answer.";
    case "returned":
      if (post.refund?.isObjection)
        return either(
          "Members upheld an objection, and the bounty went back to you.",
          "Members upheld an objection, and the bounty went back to the asker.",
        );
      if (post.refund?.status === "COMPLETED")
        return either(
          "You asked for a refund, and the bounty went back to you.",
          "The asker asked for a refund, and the bounty went back to the asker.",
        );
      return either("The bounty went back to you.", "The bounty went back to the asker.");
    case "runs":
      return either(
        `Goes to the author of the answer that you accept. The bounty ends on ${ends}. In the grace period, the ${days} days after that, you can still accept an answer. If none is accepted by ${settled}, the best voted answer gets it, or it returns to you when there is none.`,
        `Goes to the author of the answer that the asker accepts. The bounty ends on ${ends}. In the grace period, the ${days} days after that, the asker can still accept an answer. If none is accepted by ${settled}, the best voted answer gets it, or it returns to the asker when there is none.`,
      );
    case "expired":
      if (post.refund)
        return either(
          `The bounty ended on ${ends}. You can still accept an answer until ${settled}, the end of the grace period. After that the best voted answer gets it, or it returns to you when there is none.`,
          `The bounty ended on ${ends}. The asker can still accept an answer until ${settled}, the end of the grace period. After that the best voted answer gets it, or it returns to the asker when there is none.`,
        );
      return either(
        `The bounty ended on ${ends}. You can still accept an answer, or ask for a refund, until ${settled}, the end of the grace period. After that the best voted answer gets it, or it returns to you when there is none.`,
        `The bounty ended on ${ends}. The asker can still accept an answer, or ask for a refund, until ${settled}, the end of the grace period. After that the best voted answer gets it, or it returns to the asker when there is none.`,
      );
    case "voting":
      return either(
        `You asked for a refund. Members who took part here vote on it until ${voted}. Until it is decided, no answer can be accepted.`,
        `The asker asked for a refund. Members who took part here vote on it until ${voted}. Until it is decided, no answer can be accepted.`,
      );
    case "objected":
      return either(
        `A member objected to the payment. Members who took part here vote until ${voted} on whether it's paid or goes back to you. Until then, no answer can be accepted.`,
        `A member objected to the payment. Members who took part here vote until ${voted} on whether it's paid or goes back to the asker. Until then, no answer can be accepted.`,
      );
    case "appealed":
      return either(
        "Members didn't grant the refund, and you appealed. A moderator decides. Until then, no answer can be accepted.",
        "Members didn't grant the refund, and the asker appealed. A moderator decides. Until then, no answer can be accepted.",
      );
    case "refused":
      return either(
        `Members didn't grant the refund. You can still accept an answer until ${settled}. After that the best voted answer gets it, or it returns to you when there is none.`,
        `Members didn't grant the refund. The asker can still accept an answer until ${settled}. After that the best voted answer gets it, or it returns to the asker when there is none.`,
      );
    case "settling":
      return either(
        "The grace period is over, and the bounty is being settled: the best voted answer gets it, or it returns to you when there is none.",
        "The grace period is over, and the bounty is being settled: the best voted answer gets it, or it returns to the asker when there is none.",
      );
  }
}

/** Returns when a bounty without a refund request is settled, which is also the last moment to request one. */
function settlementTime(bountyExpiresAt: string): string {
  return new Date(Date.parse(bountyExpiresAt) + BOUNTY.settlementDays * DAY_MS).toISOString();
}

/** Whether the asker may request a refund now: from expiry to seven days after, once (docs/DECISIONS.md 1.5). */
export function mayAskRefund(post: BountyOfPost, now: number): boolean {
  return (
    bountyStage(post, now) === "expired" &&
    post.refund === null &&
    post.bountyExpiresAt !== null &&
    Date.parse(settlementTime(post.bountyExpiresAt)) > now
  );
}

/** Says why no answer can be accepted while a refund is being decided; `null` when nothing prevents it. */
export function acceptHindrance(post: BountyOfPost, now: number): string | null {
  const stage = bountyStage(post, now);
  if (stage === "voting" && post.refund) {
    return `You've requested a refund of the bounty, and members vote on it until ${exactTime(post.refund.expiresAt)}. Until then, you can't accept an answer. If members vote against the refund, you can accept one again.`;
  }
  if (stage === "objected" && post.refund) {
    return `A member objected to the payment of the bounty, and members vote on it until ${exactTime(post.refund.expiresAt)}. Until then, no answer can be accepted.`;
  }
  if (stage === "appealed") {
    return "You've appealed the decision on your refund, and a moderator hasn't decided yet. Until then, you can't accept an answer.";
  }
  return null;
}
