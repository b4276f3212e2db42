// Texts that were written without a connection and wait to be posted.
export { addWaiting, putBack } from "./outbox.ts";
export { SendLater } from "./SendLater.tsx";
export { StrayTexts } from "./StrayTexts.tsx";
export { useTakenIntent } from "./takenIntent.ts";
export { usePlace, useWaiting } from "./useWaiting.ts";
export { WaitingTexts } from "./WaitingTexts.tsx";
