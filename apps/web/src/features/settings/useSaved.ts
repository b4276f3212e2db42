import { useCallback, useEffect, useState } from "react";

/** A message that something was saved goes by itself after this long (spec core §4). */
const MESSAGE_MS = 3_000;

/** Whether to say that it was saved, and how to begin and to stop saying so. Saving again begins anew. */
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
