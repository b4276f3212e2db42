import { LIMITS } from "@bbux/contract";

/** Words too common to find anything by; shorter ones are left out anyway. */
const COMMON = new Set(
  "about after also been before being between could does doing each from have having here into just like make more most much only other should some such than that them then there these they this using very want what when where which while will with without work would your".split(
    " ",
  ),
);

/**
 * The search that finds questions like the one being asked: posts with any of the telling words of its title. `null` while there
 * are fewer than two, when everything would match.
 */
export function relatedQuery(title: string): string | null {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  const telling = [...new Set(words.filter((word) => !COMMON.has(word)))].slice(0, 8);
  if (telling.length < 2) return null;
  const query = telling.join(" or ");
  return query.length <= LIMITS.search ? query : telling.slice(0, 4).join(" or ").slice(0, LIMITS.search);
}
