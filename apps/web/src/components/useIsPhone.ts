import { useSyncExternalStore } from "react";

/** Wider windows have the rail instead of the bottom bar, and a field in the top line. */
const WIDER = "(width >= 48em)";

/** Whether the window is as narrow as a phone's. Without a window there is no width to know, and the answer is yes. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !window.matchMedia(WIDER).matches,
    () => true,
  );
}

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(WIDER);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}
