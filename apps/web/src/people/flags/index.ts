// Flags: the button, its reasons, and what is hidden.
export { FlagButton } from "./FlagButton.tsx";
export { FlagForm } from "./FlagForm.tsx";
export { FLAG_TITLES, KIND_NAMES } from "./hidingState.ts";
export { PostHidden } from "./PostHidden.tsx";
export { REASON_LABELS } from "./reasons.ts";
