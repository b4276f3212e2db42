// No zod here: rules and screens use these.
import type { TrustLevel } from "./trust-levels.rules.ts";

/** What newcomers write is reviewed: how many of their first contributions, and how many reviewers have to agree. */
export const REVIEWS = { first: 3, agree: 2 } as const;

/** Whether members of a level review what newcomers write; the others' contributions are reviewed. */
export const isReviewer = (level: TrustLevel): boolean => level === "established" || level === "staff";
