import type { FlagReason, FlagTarget } from "@bbux/contract";
import { KIND_NAMES, REASON_LABELS } from "../../people/flags/index.ts";

/** Names what was flagged. */
export const TARGETS: Readonly<Record<FlagTarget, string>> = { ...KIND_NAMES, user: "Member" };

const isReason = (reason: string): reason is FlagReason => Object.hasOwn(REASON_LABELS, reason);

/** Returns a flag's reason; free text is shown as typed. */
export function reasonLabel(reason: string): string {
  return isReason(reason) ? REASON_LABELS[reason].label : reason;
}
