import { useSyncExternalStore } from "react";

/** What lies over the page by the keyboard's wish: one at a time. */
export type Overlay = "palette" | "shortcuts";

let open: Overlay | null = null;
const listeners = new Set<() => void>();

function show(next: Overlay | null): void {
  if (next === open) return;
  open = next;
  for (const tell of listeners) tell();
}

export function openPalette(): true {
  show("palette");
  return true;
}
export const openShortcutsSheet = (): void => show("shortcuts");
export const closeOverlay = (): void => show(null);

/** ⌘K puts the palette away again where it is open. */
export const togglePalette = (): void => show(open === "palette" ? null : "palette");

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOverlay(): Overlay | null {
  return useSyncExternalStore(subscribe, () => open);
}
