import type { RefObject } from "react";
import { nameAt } from "./nameAt.ts";

/** How long a mouse or the focus rests on a name before its card opens, and how long the mouse may be off both. */
const OPEN_MS = 350;
const CLOSE_MS = 200;

interface Watching {
  /** The name that was there before the watch began. */
  readonly first: HTMLAnchorElement;
  readonly card: RefObject<HTMLElement | null>;
  /** Gets the name whose card is to be shown, or `null`. */
  readonly onName: (name: HTMLAnchorElement | null) => void;
}

/**
 * Finds the name that the mouse or the focus rests on. A name that moves under a still mouse opens nothing, and one
 * whose card was put away opens again only once the mouse has left it. Returns a function that ends the watch.
 */
export function watchNames({ first, card, onName }: Watching): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: HTMLAnchorElement | null = null;
  /** What will be shown if nothing else happens. */
  let next: HTMLAnchorElement | null = null;
  let putAway: HTMLAnchorElement | null = null;

  const show = (name: HTMLAnchorElement | null) => {
    shown = next = name;
    onName(name);
  };
  const later = (name: HTMLAnchorElement | null, ms: number) => {
    if (name === next) return;
    clearTimeout(timer);
    next = name;
    if (name !== shown) timer = setTimeout(() => show(name), ms);
  };
  const close = () => {
    clearTimeout(timer);
    if (shown || next) show(null);
  };
  const dismiss = () => {
    putAway = next ?? shown ?? putAway;
    close();
  };
  const isInCard = ({ target }: Event) => target instanceof Node && (card.current?.contains(target) ?? false);

  const handlers: [string, (event: Event) => void][] = [
    [
      "pointermove",
      (event) => {
        const name = nameAt(event);
        if (name && name !== putAway) later(name, OPEN_MS);
      },
    ],
    [
      "pointerover",
      (event) => {
        const name = nameAt(event);
        if (name !== putAway) putAway = null;
        if (isInCard(event) || (name && name === shown)) later(shown, 0);
        else if (!name || name !== next) later(null, CLOSE_MS);
      },
    ],
    [
      "focusin",
      (event) => {
        const name = nameAt(event);
        if (name) later(name, OPEN_MS);
        else close();
      },
    ],
    [
      "focusout",
      ({ target }) => {
        if (target === shown || target === next) close();
      },
    ],
    [
      "pointerdown",
      (event) => {
        if (!isInCard(event)) dismiss();
      },
    ],
    [
      "keydown",
      (event) => {
        const isTyping = event.target instanceof Element && event.target.matches("input, textarea, [contenteditable]");
        if (isTyping || (event instanceof KeyboardEvent && event.key === "Escape")) dismiss();
      },
    ],
    ["scroll", close],
  ];
  for (const [type, handler] of handlers) document.addEventListener(type, handler, true);
  // It may have been left while this was loading.
  if (first.matches(":hover, :focus-visible")) later(first, OPEN_MS);
  return () => {
    clearTimeout(timer);
    for (const [type, handler] of handlers) document.removeEventListener(type, handler, true);
  };
}
