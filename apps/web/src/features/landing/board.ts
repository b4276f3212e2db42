import type { PostSummary } from "@bbux/contract";

/** How many rows each list has at most. */
export const BOARD = { open: 5, paid: 4, tags: 14 } as const;
/** A bounty may be past its time and not settled yet; of so many some can still be won. */
export const ASKED = { open: 10, paid: 8 } as const;
/** How often the front page asks again while somebody looks (ms). */
export const REFRESH_MS = 60_000;

/** The bounties that can still be won at `now`, in the order given. */
export function winnable(posts: readonly PostSummary[], now: number): PostSummary[] {
  return posts
    .filter(
      ({ bountyStatus, bountyExpiresAt }) =>
        bountyStatus === "ESCROWED" && bountyExpiresAt !== null && Date.parse(bountyExpiresAt) > now,
    )
    .slice(0, BOARD.open);
}

/**
 * Posts whose bounty has gone to an accepted answer.
 * @param beside rows of the list beside it: this one is not much longer
 */
export function paidOut(posts: readonly PostSummary[], beside: number): PostSummary[] {
  return posts
    .filter(({ bountyStatus, acceptedAnswerId }) => bountyStatus === "PAID" && acceptedAnswerId !== null)
    .slice(0, Math.min(BOARD.paid, Math.max(beside, 3)));
}
