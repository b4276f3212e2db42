import type { RatingContext } from "@bbux/contract";
import { decimalText } from "../../lib/locale.ts";

/** Colors of a score. */
export type Tone = "green" | "yellow" | "orange" | "red";

export function integrityTone(score: number): Tone {
  if (score >= 8) return "green";
  if (score >= 6) return "yellow";
  return score >= 4 ? "orange" : "red";
}

const CARD = ["Very Poor", "Poor", "Below Average", "Average", "Fair", "Good", "Excellent", "Exceptional"] as const;

/** Returns the card's word for a score from 1 to 10; fractions are rounded down (docs/DECISIONS.md §6). */
export function cardLabel(score: number): string {
  return CARD[Math.min(Math.floor(score), 9) - 2] ?? "Unacceptable";
}

/** Returns the dialog's word for a rating, which differs from the card's. */
export function dialogLabel(rating: number): string {
  if (rating >= 9) return "Exceptional";
  if (rating >= 8) return "Excellent";
  if (rating >= 7) return "Very Good";
  if (rating >= 6) return "Good";
  return rating >= 4 ? "Fair" : "Poor";
}

/** Formats a score with at most one decimal, truncated: 7.96 is 7.9, still called Good. */
export function shownScore(score: number): string {
  return decimalText(String(Math.floor(score * 10 + 1e-9) / 10));
}

/** The contexts of a rating, in the order of the form. */
export const CONTEXTS = [
  { value: "BOUNTY_REJECTION", label: "Bounty rejection" },
  { value: "ANSWER_QUALITY", label: "Answer quality" },
  { value: "COMMUNICATION", label: "Communication" },
  { value: "SPAM", label: "Spam" },
  { value: "HARASSMENT", label: "Harassment" },
  { value: "GENERAL", label: "General" },
] as const satisfies readonly { value: RatingContext; label: string }[];

/** Returns the context of a code; GENERAL for an unknown one. */
export function contextOf(code: string): RatingContext {
  return CONTEXTS.find(({ value }) => value === code)?.value ?? "GENERAL";
}

/** Says what prevents sending a rating; `null` when nothing does. */
export function ratingProblem({ reason }: { reason: string }): string | null {
  return reason.trim() === "" ? "Please provide a reason for your rating" : null;
}
