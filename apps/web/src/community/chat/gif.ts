import { GIF_MESSAGES } from "@bbux/contract";
import { codeOf, serverText, statusOf } from "../../lib/errors.ts";

const FIXED = new Set<string>(Object.values(GIF_MESSAGES));

/**
 * Returns the still image of a GIF, which the service keeps beside each moving format, or `null` for a format without
 * one.
 */
export function stillOf(url: string): string | null {
  return /\.gif$/.test(url) ? url.replace(/(?:_s)?\.gif$/, "_s.gif") : null;
}

/** Explains a failed search: one of the four fixed sentences, or why the member may not search. */
export function gifFailure(error: unknown): string {
  const said = serverText(error, "");
  if (FIXED.has(said) || codeOf(error) === "ACCOUNT_SUSPENDED" || codeOf(error) === "UNAUTHENTICATED") return said;
  const status = statusOf(error);
  if (status === 429) return GIF_MESSAGES.rateLimited;
  if (status === 403) return GIF_MESSAGES.denied;
  return GIF_MESSAGES.failed;
}

/** Splits GIFs into two columns of similar height, in order. */
export function columnsOf<Picture extends { readonly width: number; readonly height: number }>(
  pictures: readonly Picture[],
): [Picture[], Picture[]] {
  const columns: [Picture[], Picture[]] = [[], []];
  const heights: [number, number] = [0, 0];
  for (const picture of pictures) {
    const lower = heights[0] <= heights[1] ? 0 : 1;
    columns[lower].push(picture);
    heights[lower] += picture.height / Math.max(1, picture.width);
  }
  return columns;
}
