import { useEffect, useState } from "react";

/** From this width on there is room for a column beside the feed (FeedPage.module.css). */
const WIDE = "(width >= 1200px)";

/** How long after the feed its neighbor loads, so that it takes no time from what is read first. */
const AFTER_MS = 400;

/** Whether there is room beside the feed. Known a moment after `ready`. */
export function useIsWide(ready: boolean): boolean {
  const [isWide, setIsWide] = useState(false);
  useEffect(() => {
    if (!ready) return;
    const media = window.matchMedia(WIDE);
    const look = () => setIsWide(media.matches);
    const later = window.setTimeout(look, AFTER_MS);
    media.addEventListener("change", look);
    return () => {
      window.clearTimeout(later);
      media.removeEventListener("change", look);
    };
  }, [ready]);
  return isWide;
}
