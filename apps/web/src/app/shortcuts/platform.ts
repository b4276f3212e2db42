const APPLE = /Mac|iPhone|iPad|iPod/.test(typeof navigator === "undefined" ? "" : navigator.userAgent);

/** Symbols and names of keys on this platform. `Mod` is ⌘ on Apple devices and Ctrl elsewhere. */
const NAMES: Readonly<Record<string, string>> = {
  Mod: APPLE ? "⌘" : "Ctrl",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

/** Returns the label on the key. */
export function keyName(key: string): string {
  return NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** Returns the spoken name of a key, because some screen readers skip "/" and "?". */
export function keyLabels(key: string): string {
  const words: Readonly<Record<string, string>> = {
    Mod: APPLE ? "Command" : "Control",
    "/": /* @wc-include */ "slash",
    "?": "question mark",
  };
  return words[key] ?? keyName(key);
}

/** The palette's own shortcut as the search box shows it. */
export const PALETTE_KEY = APPLE ? "⌘K" : "Ctrl K";
