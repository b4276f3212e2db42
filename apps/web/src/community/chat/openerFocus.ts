/** The button that opens the chat. */
export const OPENER = "chat-opener";

/** Moves the focus to the chat button when the chat closes. The button has been rendered again by then. */
export function focusOpener(): void {
  requestAnimationFrame(() => document.getElementById(OPENER)?.focus({ preventScroll: true }));
}
