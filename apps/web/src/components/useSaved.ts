import { useCallback, useEffect, useState } from "react";

/** How long a message that something was saved stays. */
const MESSAGE_MS = 3_000;

/**
 * Returns whether to say that something was saved, and functions to start and stop saying so. Saving again restarts the
 * time.
 */
export function useSaved(): { saved: boolean; say: () => void; unsay: () => void } {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times === 0) return;
    const timer = setTimeout(() => setTimes(0), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [times]);
  return {
    saved: times > 0,
    say: useCallback(() => setTimes((before) => before + 1), []),
    unsay: useCallback(() => setTimes(0), []),
  };
}
