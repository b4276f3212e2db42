/*
 * Readers of URL search parameters. Anything not understood is dropped, so that an old or mangled link still opens its
 * page. Written by hand, because every page loads the router: a schema would bring the whole validator.
 */

export function wholeNumber(given: unknown, max: number): number | undefined {
  const number = typeof given === "string" ? Number(given) : given;
  return typeof number === "number" && Number.isInteger(number) && number >= 1 && number <= max ? number : undefined;
}

export function oneOf<const T extends readonly string[]>(known: T, given: unknown): T[number] | undefined {
  const wanted = String(given).toLowerCase();
  return known.find((value) => value.toLowerCase() === wanted);
}

/** The router reads `?search=123` as a number and `?search=true` as a boolean, but a search query is text. */
export function words(given: unknown, max: number): string | undefined {
  if (typeof given !== "string" && typeof given !== "number" && typeof given !== "boolean") return undefined;
  const text = String(given).trim();
  return text !== "" && text.length <= max ? text : undefined;
}
