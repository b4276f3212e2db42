import { type RefObject, useEffect } from "react";

/** Marks the sides on which a row has more to scroll to with `data-fade-start` and `data-fade-end`, for its mask. */
export function useFades(ref: RefObject<HTMLElement | null>, count: number): void {
  useEffect(() => {
    const row = ref.current;
    if (!row || count === 0) return;
    const mark = () => {
      // Browsers round these, so that a pixel may be missing at the end.
      const rest = row.scrollWidth - row.clientWidth - row.scrollLeft;
      row.toggleAttribute("data-fade-start", row.scrollLeft > 1);
      row.toggleAttribute("data-fade-end", rest > 1);
    };
    mark();
    row.addEventListener("scroll", mark, { passive: true });
    const sizes = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(mark);
    for (const part of [row, ...row.children]) sizes?.observe(part);
    return () => {
      row.removeEventListener("scroll", mark);
      sizes?.disconnect();
    };
    // A new part changes the row's content, whose size nothing reports.
  }, [ref, count]);
}
