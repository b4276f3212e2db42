/** The part of Lighthouse's result that shows whether it measured anything. */
interface Result {
  readonly lhr: { readonly runtimeError?: { readonly code: string; readonly message: string } | undefined };
}

/** The browser's trace of the page load had no beginning, so nothing was measured. */
const NOTHING_MEASURED = "NO_NAVSTART";
/** How often such a measurement is repeated before the run fails. */
const REPEATS = 3;

/**
 * Runs Lighthouse until it has measured something.
 * @throws Error with the page and Lighthouse's message when it fails, immediately unless nothing was measured
 */
export async function measured<T extends Result>(url: string, measure: () => Promise<T | undefined>): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    const result = await measure();
    if (!result) throw new Error(`Lighthouse returned nothing for ${url}`);
    const { runtimeError } = result.lhr;
    if (!runtimeError) return result;
    if (runtimeError.code !== NOTHING_MEASURED || repeats === REPEATS) {
      throw new Error(`Lighthouse failed at ${url}: ${runtimeError.code} ${runtimeError.message}`);
    }
  }
}
