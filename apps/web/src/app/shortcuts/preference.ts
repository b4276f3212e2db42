import { useSyncExternalStore } from "react";

/** Where the browser keeps that single-key shortcuts are off (WCAG 2.1.4). */
const STORED = "bbux.shortcuts";
const listeners = new Set<() => void>();

/** Whether single-key shortcuts are on. Shortcuts with ⌘ or Ctrl always are. */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(STORED) !== "off";
  } catch {
    return true;
  }
}

/** Turns them on or off in this browser. */
export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, "off");
  } catch {
    // Without storage the setting doesn't change.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, areSingleKeysOn);
}
