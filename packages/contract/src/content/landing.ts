// No zod here: the front page includes this, and so does the server, which writes the same text into its HTML.
import { DEFAULT_BRAND } from "../platform/brand.rules.ts";

/** The opening text of the front page. */
export const LANDING = {
  headline: "Good questions deserve paid answers.",
  lead: "BBUX is a community where you put a bounty on what you need to know. It is held in escrow from the start and paid to the answer you accept.",
} as const;

/** The open bounties on the front page; more than it shows, because some of them may be over and not settled yet. */
export const LANDING_BOUNTIES = { filter: "open", hasBounty: true, limit: 10 } as const;

/** The lead on a platform of any name. */
export const leadOf = (name: string): string => LANDING.lead.replace(DEFAULT_BRAND.name, () => name);
