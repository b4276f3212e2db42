import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { VirtualizerHandle } from "virtua";

/** How close to the end (px) counts as at the end. */
export const AT_END = 32;
/** How long (ms) a row is kept in place: by then its neighbors have been measured, even on slow machines. */
const HOLD_MS = 1_500;

type Anchor = "end" | { readonly key: string; readonly align: "start" | "center" };

/**
 * Keeps the list at its end or at one row while rows are measured and added. The list library gives up a scroll when
 * measuring takes long, so this repeats it until the reader scrolls.
 */
export function useAnchor(
  list: RefObject<VirtualizerHandle | null>,
  scroller: RefObject<HTMLElement | null>,
  rows: readonly { readonly key: string }[],
) {
  const anchor = useRef<Anchor | null>("end");
  const known = useRef(rows);
  known.current = rows;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** Scrolls back to the anchor after sizes or rows have changed. */
  const hold = useCallback(() => {
    const held = anchor.current;
    if (held === null) return;
    if (held === "end") {
      list.current?.scrollToIndex(Number.MAX_SAFE_INTEGER, { align: "end" });
      // Includes the space below the last message.
      requestAnimationFrame(() => {
        const box = scroller.current;
        if (box && anchor.current === "end") box.scrollTop = box.scrollHeight;
      });
      return;
    }
    const index = known.current.findIndex(({ key }) => key === held.key);
    if (index !== -1) list.current?.scrollToIndex(index, { align: held.align });
  }, [list, scroller]);

  const endInSight = useCallback(() => {
    const box = scroller.current;
    return box !== null && box.scrollHeight - box.clientHeight - box.scrollTop < AT_END;
  }, [scroller]);

  const releaseLater = useCallback(() => {
    clearTimeout(timer.current);
    if (anchor.current === "end" || anchor.current === null) return;
    timer.current = setTimeout(() => {
      anchor.current = endInSight() ? "end" : null;
    }, HOLD_MS);
  }, [endInSight]);

  const goTo = useCallback(
    (next: Anchor) => {
      anchor.current = next;
      releaseLater();
      hold();
    },
    [hold, releaseLater],
  );

  useEffect(() => {
    const box = scroller.current;
    const release = () => {
      if (anchor.current === "end") return;
      clearTimeout(timer.current);
      anchor.current = null;
    };
    const deeds = ["wheel", "touchstart", "pointerdown", "keydown"] as const;
    for (const deed of deeds) box?.addEventListener(deed, release, { passive: true });
    releaseLater();
    return () => {
      clearTimeout(timer.current);
      for (const deed of deeds) box?.removeEventListener(deed, release);
    };
  }, [scroller, releaseLater]);

  return { anchor, hold, goTo, endInSight };
}
