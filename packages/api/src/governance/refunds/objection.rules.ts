import { allowed, refused, type Verdict } from "../../platform/errors/errors.ts";
import type { PostedBounty } from "./refunds.rules.ts";

/** What the rules need of a bounty that is about to be settled. */
export interface AnnouncedBounty extends Pick<PostedBounty, "bountyStatus"> {
  readonly settlesAt: Date | null;
  /** Who will be paid was announced. */
  readonly announced: boolean;
  /** The bounty is large enough (`settlementReviewFrom`). */
  readonly reviewed: boolean;
  /** Members have voted on it or do now: see {@link isVotedOn}. */
  readonly voted: boolean;
  /** There's an answer that will be paid. */
  readonly payable: boolean;
}

/** What the rules need of a member who objects. */
export interface Objector {
  readonly isEstablished: boolean;
  /** Asked, or engaged with the question as voters on refunds must. */
  readonly engaged: boolean;
}

/** A vote on a bounty: on the request to refund it, or on an objection to the payment of one answer. */
export interface BountyVote {
  readonly kind: "REQUEST" | "OBJECTION";
  readonly status: string;
  readonly answerId: string | null;
}

/**
 * Returns whether there's no objection to the payment of this answer any more: members were asked whether the bounty goes back, by a
 * refund request or by an objection to this answer, or are being asked now. Another answer that takes its place can be objected to.
 */
export function isVotedOn(votes: readonly BountyVote[], answer: { readonly id: string } | null): boolean {
  return votes.some(
    ({ kind, status, answerId }) => kind === "REQUEST" || status === "PENDING" || answerId === answer?.id,
  );
}

/**
 * Lets an established member who engaged with the question object to the payment of a large bounty to an answer, once per answer, from its notice until it is
 * settled (docs/adr/0037).
 */
export function mayObject(bounty: AnnouncedBounty, objector: Objector, now: Date): Verdict {
  if (bounty.bountyStatus !== "ESCROWED") return refused("NO_UNPAID_BOUNTY");
  if (bounty.voted) return refused("OBJECTION_SETTLED");
  const isOpen = bounty.announced && bounty.settlesAt !== null && now < bounty.settlesAt;
  if (!isOpen || !bounty.reviewed || !bounty.payable) return refused("OBJECTION_NOT_OPEN");
  if (!objector.engaged) return refused("OBJECTION_ENGAGEMENT");
  return objector.isEstablished ? allowed : refused("OBJECTION_NOT_ESTABLISHED");
}
