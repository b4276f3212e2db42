// Flags: the button, its reasons, and what is hidden.
export { FlagButton } from "./FlagButton.tsx";
export { KIND_NAMES } from "./hidingState.ts";
export { PostHidden } from "./PostHidden.tsx";
export { REASON_LABELS } from "./reasons.ts";
