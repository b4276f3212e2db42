type Compare = typeof import("./wordDiff.ts")["diffWords"];

let loaded: Compare | null = null;

/** The comparison code, once it is loaded. */
export const compareIfLoaded = (): Compare | null => loaded;

/**
 * Loads the comparison code in parallel with the page, so that nothing moves.
 * @throws when it can't be loaded
 */
export async function loadCompare(): Promise<Compare> {
  loaded ??= (await import("./wordDiff.ts")).diffWords;
  return loaded;
}
