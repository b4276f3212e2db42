import type { Post } from "@bbux/contract";
import { type StatusFacts, VOTE_OPEN } from "./StatusBadge.tones.ts";

// Apart from the other statuses, because the first visit to the feed loads these.

/** Of a question, whose colors are required (C4.14). */
export const POST_STATUSES: Record<Post["status"], StatusFacts> = {
  OPEN: { label: "Open", tone: "good" },
  COMPLETED: { label: "Answered", tone: "waiting" },
  CLOSED: { label: "Closed", tone: "plain" },
};

/** What an open question's status doesn't say: nobody can win its bounty right now. */
export type BountyNote = "ENDED" | "VOTE" | "APPEALED";
export const BOUNTY_NOTES: Record<BountyNote, StatusFacts> = {
  ENDED: { label: "Bounty ended", tone: "plain" },
  VOTE: VOTE_OPEN,
  APPEALED: { label: "Appealed", tone: "plain" },
};
