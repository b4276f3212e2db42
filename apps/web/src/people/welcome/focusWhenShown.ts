/** Stops the search of the last call. */
let stop = (): void => {};

/**
 * Scrolls to an element and focuses it as soon as the page shows it, which may load it first. Gives up when the reader
 * does something else.
 */
export function focusWhenShown(selector: string): void {
  stop();
  const look = () => {
    const found = document.querySelector<HTMLElement>(selector);
    if (!found) return;
    stop();
    found.focus({ preventScroll: true });
    found.scrollIntoView({ block: "center" });
  };
  const observer = new MutationObserver(look);
  const events = ["pointerdown", "keydown"] as const;
  stop = () => {
    observer.disconnect();
    for (const event of events) removeEventListener(event, stop);
  };
  for (const event of events) addEventListener(event, stop);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["aria-current"],
  });
  look();
}
