import type { PostSummary } from "@bbux/contract";

/** The maximum length of each list. */
export const BOARD = { open: 5, paid: 4, tags: 10 } as const;
/** More than the list shows, because some of them may have been returned. */
export const PAID_BOUNTIES = { filter: "claimed", hasBounty: true, limit: 8 } as const;
/** How often the visible front page is refetched (ms). */
export const REFRESH_MS = 60_000;

/** Returns the bounties that can still be won at `now`, in the given order. */
export function winnable(posts: readonly PostSummary[], now: number): PostSummary[] {
  return posts
    .filter(
      ({ bountyStatus, bountyExpiresAt }) =>
        bountyStatus === "ESCROWED" && bountyExpiresAt !== null && Date.parse(bountyExpiresAt) > now,
    )
    .slice(0, BOARD.open);
}

/**
 * Returns posts whose bounty went to an accepted answer.
 * @param beside rows of the list beside it: this one is not much longer
 */
export function paidOut(posts: readonly PostSummary[], beside: number): PostSummary[] {
  return posts
    .filter(({ bountyStatus, acceptedAnswerId }) => bountyStatus === "PAID" && acceptedAnswerId !== null)
    .slice(0, Math.min(BOARD.paid, Math.max(beside, 3)));
}
