import { LIST_CUT } from "@bbux/contract";

/** Returns the page numbers to show: at most five, with the current one in the middle where possible. */
export function pageWindow(page: number, pages: number, size: number = LIST_CUT.pageWindow): number[] {
  const shown = Math.min(size, pages);
  const first = Math.max(1, Math.min(page - Math.floor(size / 2), pages - shown + 1));
  return Array.from({ length: shown }, (_, index) => first + index);
}
