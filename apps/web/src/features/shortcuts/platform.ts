const APPLE = /Mac|iPhone|iPad|iPod/.test(typeof navigator === "undefined" ? "" : navigator.userAgent);

/** Signs and names of keys as this platform has them. `Mod` is ⌘ on Apple's, Ctrl elsewhere. */
const NAMES: Readonly<Record<string, string>> = {
  Mod: APPLE ? "⌘" : "Ctrl",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

/** What stands on the key. */
export function keyName(key: string): string {
  return NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** How screen readers say the key: "/" and "?" are read as nothing by some. */
export function keyWords(key: string): string {
  const words: Readonly<Record<string, string>> = {
    Mod: APPLE ? "Command" : "Control",
    "/": "slash",
    "?": "question mark",
  };
  return words[key] ?? keyName(key);
}

/** The palette's own key as the search box shows it. */
export const PALETTE_KEY = APPLE ? "⌘K" : "Ctrl K";
