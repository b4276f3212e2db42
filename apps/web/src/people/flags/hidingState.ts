import type { FlagTarget, HiddenItem } from "@bbux/contract";
import { HIDING_STATUSES } from "../../components/StatusBadge.statuses.ts";
import type { StatusFacts } from "../../components/StatusBadge.tones.ts";

export const KIND_NAMES: Record<FlagTarget, string> = {
  post: "Post",
  answer: "Answer",
  comment: "Comment",
  message: "Chat message",
  user: "Profile",
};

/** What a dialog asks before something is flagged. */
export const FLAG_TITLES: Record<FlagTarget, string> = {
  post: "Flag this post?",
  answer: "Flag this answer?",
  comment: "Flag this comment?",
  message: "Flag this message?",
  user: "Flag this member?",
};

interface HidingState extends StatusFacts {
  /** The state of the appeal in a sentence. */
  readonly appeal: string | null;
}

/** Returns the current state of hidden content. */
export function hidingState({ restoredAt, appeal }: Pick<HiddenItem, "restoredAt" | "appeal">): HidingState {
  const words = {
    OPEN: "Another moderator will decide.",
    GRANTED: "Granted. Your content is visible again.",
    DENIED: "Denied. This decision is final.",
  } as const;
  const sentence = appeal ? words[appeal.status] : null;
  if (restoredAt) return { ...HIDING_STATUSES.RESTORED, appeal: sentence };
  if (appeal?.status === "OPEN") return { ...HIDING_STATUSES.APPEALED, appeal: sentence };
  return { ...HIDING_STATUSES.HIDDEN, appeal: sentence };
}
