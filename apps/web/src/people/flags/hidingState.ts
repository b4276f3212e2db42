import type { FlagTarget, HiddenItem } from "@bbux/contract";

export const KIND_NAMES: Record<FlagTarget, string> = {
  post: "Post",
  answer: "Answer",
  comment: "Comment",
  message: "Chat message",
  user: "Profile",
};

interface HidingState {
  readonly label: string;
  readonly tone: "good" | "bad" | "open";
  /** The state of the appeal in a sentence. */
  readonly appeal: string | null;
}

/** Returns the current state of hidden content. */
export function hidingState({ restoredAt, appeal }: Pick<HiddenItem, "restoredAt" | "appeal">): HidingState {
  const words = {
    OPEN: "Another moderator will decide about it.",
    GRANTED: "It was granted: what you wrote is back.",
    DENIED: "It was denied. That is final.",
  } as const;
  const sentence = appeal ? words[appeal.status] : null;
  if (restoredAt) return { label: "Restored", tone: "good", appeal: sentence };
  if (appeal?.status === "OPEN") return { label: "Appealed", tone: "open", appeal: sentence };
  return { label: "Hidden", tone: "bad", appeal: sentence };
}
