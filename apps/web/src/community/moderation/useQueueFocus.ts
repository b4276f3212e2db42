import { type FocusEvent, useEffect, useRef } from "react";
import { successor } from "./queue.ts";
import { focusAfter } from "./useQueueKeys.ts";

/**
 * For a list whose cases can be decided in place: when a decided case leaves it, the focus moves to its successor. In
 * React, focus in a dialog belongs to the case that opened it.
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
