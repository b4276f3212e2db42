type Compare = typeof import("./words.ts")["compareWords"];

let loaded: Compare | null = null;

/** What compares two texts, once it is here. */
export const compareIfLoaded = (): Compare | null => loaded;

/**
 * Fetches what compares two texts: beside the page, so that nothing moves when it comes.
 * @throws when it cannot be fetched
 */
export async function loadCompare(): Promise<Compare> {
  loaded ??= (await import("./words.ts")).compareWords;
  return loaded;
}
