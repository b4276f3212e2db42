/** Links to members: names beside what they wrote, and mentions in texts. */
const NAMES = "a[data-member]";

/** Returns the member's name that a mouse is on, or that the keyboard has focused; `null` for a touch. */
export function nameAt(event: Event): HTMLAnchorElement | null {
  const { target } = event;
  if (!(target instanceof Element)) return null;
  if (event instanceof PointerEvent && event.pointerType === "touch") return null;
  const name = target.closest<HTMLAnchorElement>(NAMES);
  return event.type === "focusin" && !name?.matches(":focus-visible") ? null : name;
}

/** The member that a name stands for. */
export function memberOf(name: HTMLAnchorElement): string {
  return name.dataset.member ?? "";
}
