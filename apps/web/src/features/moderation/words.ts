import type { FlagReason, FlagTarget } from "@bbux/contract";
import { KIND_NAMES } from "../flags/hiding.ts";
import { REASON_WORDS } from "../flags/reasons.ts";

/** What was flagged, in a word. */
export const TARGETS: Readonly<Record<FlagTarget, string>> = { ...KIND_NAMES, user: "Member" };

const isReason = (reason: string): reason is FlagReason => Object.hasOwn(REASON_WORDS, reason);

/** A flag's reason; one in free text is shown as it was typed. */
export function reasonWord(reason: string): string {
  return isReason(reason) ? REASON_WORDS[reason].label : reason;
}
