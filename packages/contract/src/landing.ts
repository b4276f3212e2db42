// No zod here: the front page carries it, and the server, which writes the same words into the HTML that it sends.

/** What the front page says first. */
export const LANDING = {
  headline: "Good questions deserve paid answers.",
  lead: "BBUX is a community where you put a bounty on what you need to know. It is held in escrow from the start and paid to the answer you accept.",
} as const;
