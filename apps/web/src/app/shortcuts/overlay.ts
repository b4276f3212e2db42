import { useSyncExternalStore } from "react";

/** The overlay that the keyboard opened over the page: one at a time. */
export type Overlay = "palette" | "shortcuts";

let open: Overlay | null = null;
const listeners = new Set<() => void>();

function show(next: Overlay | null): void {
  if (next === open) return;
  open = next;
  for (const listener of listeners) listener();
}

export function openPalette(): true {
  show("palette");
  return true;
}
export const openShortcutsSheet = (): void => show("shortcuts");
export const closeOverlay = (): void => show(null);

export const isOverlayOpen = (): boolean => open !== null;

/** ⌘K closes an open palette. */
export const togglePalette = (): void => show(open === "palette" ? null : "palette");

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOverlay(): Overlay | null {
  return useSyncExternalStore(subscribe, () => open);
}
