import { FLAG_REASONS, type FlagReason } from "@bbux/contract";

/** Each reason in everyday words, and what it covers. */
export const REASON_LABELS: Record<FlagReason, { readonly label: string; readonly description: string }> = {
  SPAM: { label: "Spam", description: "Advertising or repeated content" },
  ABUSE: { label: "Abuse", description: "Insults, threats, hate, someone's private data" },
  OFF_TOPIC: { label: "Off topic", description: "Doesn't belong here" },
  PLAGIARISM: { label: "Plagiarism", description: "Someone else's work without credit" },
  WRONG_INFORMATION: { label: "Wrong information", description: "Wrong in a way that could do harm" },
  OTHER: { label: "Something else", description: "Describe it below" },
};

export const REASONS = FLAG_REASONS.map((value) => ({ value, ...REASON_LABELS[value] }));

/** Says why a flag can't be sent yet; `null` when it can. */
export function flagProblem(reason: FlagReason | null, note: string): { reason?: string; note?: string } | null {
  if (reason === null) return { reason: "Please choose what's wrong" };
  if (reason === "OTHER" && note.trim() === "") return { note: "Please say what's wrong" };
  return null;
}
