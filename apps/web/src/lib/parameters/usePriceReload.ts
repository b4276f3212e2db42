import { codeOf } from "../errors.ts";
import { trpc } from "../trpc.ts";

/**
 * Returns what a form with a price calls when its request failed: if the price had changed, it is fetched again, so that
 * the receipt shows the new one before the member confirms once more.
 */
export function usePriceReload(): (error: unknown) => void {
  const utils = trpc.useUtils();
  return (error) => {
    if (codeOf(error) === "PRICE_CHANGED") void utils.parameters.list.invalidate();
  };
}
