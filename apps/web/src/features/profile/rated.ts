import { notifySuccess } from "../../notify.ts";

const KEY = "bbux.rated";

/** The sentence for a rating that went through (spec core §7). */
export const RATED = "Rating submitted successfully";

/** Loads the page anew after a rating, as documented; the word of it is said again there. */
export function reloadAfterRating(): void {
  try {
    sessionStorage.setItem(KEY, "1");
  } catch {
    // Then it is said before the page goes only.
  }
  window.location.reload();
}

/** On the page that was loaded anew: says what happened before. */
export function tellOfRating(): void {
  try {
    if (sessionStorage.getItem(KEY) === null) return;
    sessionStorage.removeItem(KEY);
  } catch {
    return;
  }
  notifySuccess(RATED);
}
