import { notifySuccess } from "../../lib/notify.ts";

const KEY = "bbux.rated";

/** The sentence for a rating that went through. */
export const RATED = "Rating submitted successfully";

/** Reloads the page after a rating, as documented; the reloaded page shows the sentence again. */
export function reloadAfterRating(): void {
  try {
    sessionStorage.setItem(KEY, "1");
  } catch {
    // Without storage the sentence shows only before the reload.
  }
  window.location.reload();
}

/** Returns the sentence to show on the reloaded page. */
export function announceRating(): void {
  try {
    if (sessionStorage.getItem(KEY) === null) return;
    sessionStorage.removeItem(KEY);
  } catch {
    return;
  }
  notifySuccess(RATED);
}
