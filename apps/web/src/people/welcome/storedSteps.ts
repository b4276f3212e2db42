/** Whose first steps were open when this browser last knew, so that the page keeps room for them. */
const KEY = "bbux.welcome";

/** Returns whose steps were open: the member's number, or null. */
export function storedSteps(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Notes whose steps are open; null for nobody's. */
export function storeSteps(userId: string | null): void {
  try {
    if (userId === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, userId);
  } catch {
    // Without storage the steps show after the next navigation.
  }
}
