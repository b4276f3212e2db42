import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { VirtualizerHandle } from "virtua";

/** This near to the end (px) counts as there. */
export const AT_END = 32;
/** A row is held on to for so long (ms): by then the rows around it have been measured, on slow machines, too. */
const HOLD_MS = 1_500;

type Anchor = "end" | { readonly key: string; readonly align: "start" | "center" };

/**
 * What the list holds on to while its rows are measured and others join them: its end, or one row. The list itself gives
 * up a jump when measuring takes long; here it is made again until the reader takes over.
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

  /** Goes back to where the anchor is. For whenever sizes or rows have changed. */
  const hold = useCallback(() => {
    const held = anchor.current;
    if (held === null) return;
    if (held === "end") {
      list.current?.scrollToIndex(Number.MAX_SAFE_INTEGER, { align: "end" });
      // And the little air below the last.
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

  const letGoLater = useCallback(() => {
    clearTimeout(timer.current);
    if (anchor.current === "end" || anchor.current === null) return;
    timer.current = setTimeout(() => {
      anchor.current = endInSight() ? "end" : null;
    }, HOLD_MS);
  }, [endInSight]);

  const goTo = useCallback(
    (next: Anchor) => {
      anchor.current = next;
      letGoLater();
      hold();
    },
    [hold, letGoLater],
  );

  useEffect(() => {
    const box = scroller.current;
    const letGo = () => {
      if (anchor.current === "end") return;
      clearTimeout(timer.current);
      anchor.current = null;
    };
    const deeds = ["wheel", "touchstart", "pointerdown", "keydown"] as const;
    for (const deed of deeds) box?.addEventListener(deed, letGo, { passive: true });
    letGoLater();
    return () => {
      clearTimeout(timer.current);
      for (const deed of deeds) box?.removeEventListener(deed, letGo);
    };
  }, [scroller, letGoLater]);

  return { anchor, hold, goTo, endInSight };
}
