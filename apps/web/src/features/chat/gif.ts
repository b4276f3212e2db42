import { GIF_WORDS } from "@bbux/contract";
import { codeOf, serverText, statusOf } from "../../errors.ts";

const FIXED = new Set<string>(Object.values(GIF_WORDS));

/** The one picture that a GIF begins with: the service keeps it beside each of its moving forms. `null` for a form it has none of. */
export function stillOf(url: string): string | null {
  return /\.gif$/.test(url) ? url.replace(/(?:_s)?\.gif$/, "_s.gif") : null;
}

/** What the picker says of a failed search: one of the four sentences that are fixed, or why one may not search at all (spec core §8). */
export function gifFailure(error: unknown): string {
  const said = serverText(error, "");
  if (FIXED.has(said) || codeOf(error) === "ACCOUNT_SUSPENDED" || codeOf(error) === "UNAUTHENTICATED") return said;
  const status = statusOf(error);
  if (status === 429) return GIF_WORDS.rateLimited;
  if (status === 403) return GIF_WORDS.denied;
  return GIF_WORDS.failed;
}

/** Pictures in two columns of about the same height, in their order. */
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
