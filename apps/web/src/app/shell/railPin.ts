import { useSyncExternalStore } from "react";

/** What the reader chose; null as long as the window's width decides. */
export type RailChoice = "pinned" | "unpinned" | null;

/** Where the choice is stored; index.html reads it before the first paint. */
export const STORED_RAIL = "bbux.rail";
/** From this width on the navigation is pinned by default; index.html has it, too. */
export const PINNED_BY_DEFAULT = "(width >= 90em)";
/** Below this width a pinned navigation would leave too little of the page; the same in Rail.module.css. */
export const ROOM_TO_PIN = "(width >= 64em)";

const listeners = new Set<() => void>();
let choice = stored();

/** Decides whether the navigation is pinned: the reader's choice wins over the default wherever there is room. */
export function isRailPinned(chosen: RailChoice, matches: (query: string) => boolean): boolean {
  if (chosen === "unpinned") return false;
  return matches(chosen === "pinned" ? ROOM_TO_PIN : PINNED_BY_DEFAULT);
}

/** Stores the choice on this device. */
export function pinRail(pinned: boolean): void {
  choice = pinned ? "pinned" : "unpinned";
  try {
    localStorage.setItem(STORED_RAIL, choice);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  apply();
}

/** Returns whether the navigation is pinned, and makes room for it in the page. */
export function useRailPinned(): boolean {
  return useSyncExternalStore(subscribe, current);
}

function current(): boolean {
  return isRailPinned(choice, (query) => matchMedia(query).matches);
}

/** The attribute gives the page its room (tokens.css), so it changes together with the navigation. */
function apply(): void {
  const root = document.documentElement;
  if (current()) root.setAttribute("data-rail", "pinned");
  else root.removeAttribute("data-rail");
  for (const listener of listeners) listener();
}

function stored(): RailChoice {
  try {
    const kept = localStorage.getItem(STORED_RAIL);
    return kept === "pinned" || kept === "unpinned" ? kept : null;
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

if (typeof window !== "undefined") {
  // Always, because a window may change before someone signs in and the navigation shows.
  for (const query of [PINNED_BY_DEFAULT, ROOM_TO_PIN]) matchMedia(query).addEventListener("change", apply);
  window.addEventListener("storage", ({ key }) => {
    if (key !== STORED_RAIL) return;
    choice = stored();
    apply();
  });
}
