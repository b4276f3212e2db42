import { BOUNTY, DAY_MS, type Post } from "@bbux/contract";
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

/** Names a stage in a word or two. */
export const STAGE_LABELS: Record<BountyStage, string> = {
  none: "No bounty",
  runs: "In escrow",
  expired: "Time is up",
  voting: "Refund asked for",
  objected: "Payment in dispute",
  appealed: "Refund appealed",
  refused: "Refund refused",
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
  const who = isAsker ? "you" : "the asker";
  const Who = isAsker ? "You" : "The asker";
  const otherwise = `the best voted answer gets it, or it returns to ${who} when there is none.`;
  const end = post.settlesAt ?? (post.bountyExpiresAt && settlementTime(post.bountyExpiresAt));
  const settled = end ? exactTime(end) : "the end";
  const voted = post.refund ? exactTime(post.refund.expiresAt) : "the end";
  switch (stage) {
    case "none":
      return "";
    case "paid":
      return winner ? `Paid to ${winner} for the accepted answer.` : "Paid for the accepted answer.";
    case "returned":
      return post.refund?.isObjection
        ? `Members upheld an objection, and the bounty went back to ${who}.`
        : post.refund?.status === "COMPLETED"
          ? `${Who} asked for a refund, and the bounty went back to ${who}.`
          : `The bounty went back to ${who}.`;
    case "runs":
      return `Goes to the author of the answer that ${isAsker ? "you accept" : "the asker accepts"}. If none is accepted by ${settled}, ${otherwise}`;
    case "expired":
      return `${Who} can still accept an answer${post.refund ? "" : ", or ask for a refund,"} until ${settled}. After that ${otherwise}`;
    case "voting":
      return `${Who} asked for a refund. Members who took part here vote on it until ${voted}. Until it is decided, no answer can be accepted.`;
    case "objected":
      return `A member objected to the payment. Members who took part here vote until ${voted} on whether it's paid or goes back to ${who}. Until then, no answer can be accepted.`;
    case "appealed":
      return `A refund was refused, and ${who} appealed. A moderator decides; until then no answer can be accepted.`;
    case "refused":
      return `A refund was refused. ${Who} can still accept an answer until ${settled}. After that ${otherwise}`;
    case "settling":
      return `Its time is over, and it is being settled: ${otherwise}`;
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
    return `You have asked for a refund of the bounty, and members vote on it until ${exactTime(post.refund.expiresAt)}. Until that is decided, no answer can be accepted. If the refund is refused, you can accept one again.`;
  }
  if (stage === "objected" && post.refund) {
    return `A member objected to the payment of the bounty, and members vote on it until ${exactTime(post.refund.expiresAt)}. Until then, no answer can be accepted.`;
  }
  if (stage === "appealed") {
    return "You have appealed the refusal of a refund, and a moderator has not decided yet. Until then no answer can be accepted.";
  }
  return null;
}
