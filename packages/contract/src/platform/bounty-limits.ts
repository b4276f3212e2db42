// No zod here: rules and screens use these.
import { UNIT } from "./money.ts";

/** Bounties, in base units (docs/DECISIONS.md §1). */
export const BOUNTY = {
  min: UNIT / 100n,
  max: 1_000_000n * UNIT,
  step: UNIT / 100n,
  days: { min: 1, max: 30, default: 7 },
  /** How long after the bounty ends a refund can be requested, and settlement waits. */
  settlementDays: 7,
} as const;
