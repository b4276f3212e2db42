import { type FocusEvent, useEffect, useRef } from "react";
import { successor } from "./queue.ts";
import { focusAfter } from "./useQueueKeys.ts";

/**
 * For a list whose cases decide about themselves: when the one that was worked at leaves it, the focus goes to the one that
 * takes its place. React counts a dialog's focus as that of the case that opened it.
 */
export function useQueueFocus(keys: readonly string[]) {
  const at = useRef<string | null>(null);
  const before = useRef(keys);
  useEffect(() => {
    const last = at.current;
    if (last !== null && before.current.includes(last) && !keys.includes(last)) {
      focusAfter([successor(before.current, last)]);
      at.current = null;
    }
    before.current = keys;
  }, [keys]);
  return (key: string) => ({
    onFocus: (_event: FocusEvent) => {
      at.current = key;
    },
  });
}
