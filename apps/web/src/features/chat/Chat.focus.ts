/** The button that opens the chat. */
export const OPENER = "chat-opener";

/** Where the focus goes when the chat closes. The button is drawn anew by then. */
export function focusOpener(): void {
  requestAnimationFrame(() => document.getElementById(OPENER)?.focus({ preventScroll: true }));
}
