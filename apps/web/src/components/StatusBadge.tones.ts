/** `good` is green, `waiting` yellow, `bad` red, `vote` the brand's color, and `plain` gray. */
export type Tone = "good" | "waiting" | "bad" | "vote" | "plain";

export interface StatusFacts {
  readonly label: string;
  readonly tone: Tone;
}

/** Shared by refund requests and the bounties that they are about. */
export const VOTE_OPEN: StatusFacts = { label: "Vote open", tone: "vote" };
