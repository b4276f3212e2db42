import type { LandingFigures } from "@bbux/contract";
import { utils } from "../../lib/trpc.ts";

/** So old that everything is fetched anew as soon as it is shown. */
export const FIRST_AT = 0;

let first: LandingFigures | null = null;

/**
 * Has queries start with the figures that the page came with, instead of gray bars and zeros.
 * @param json content of the element `first-figures`, if there is one
 */
export function showFirst(json: string | null | undefined): void {
  // From the same server as every answer.
  first = json ? JSON.parse(json) : null;
  if (first) utils.parameters.list.setData(undefined, first.parameters, { updatedAt: FIRST_AT });
}

/** Options of a query that starts with a part of those figures, and again when a sign-in resets the queries. */
export function startingWith<T>(part: (figures: LandingFigures) => T) {
  return { initialData: () => (first ? part(first) : undefined), initialDataUpdatedAt: FIRST_AT };
}
