import { router } from "./router.tsx";
import { queryClient } from "./trpc.ts";

/** What the server sent is shown this long at most (ms) while the app fetches the same. */
const LONGEST = 1_500;

/**
 * Resolves when the app can put its page in the place of what the server sent to be read: with its data, so that text does not
 * give way to a skeleton and come back. At once where the server sent nothing to read.
 */
export async function whenReadyToShow(): Promise<void> {
  if (!document.querySelector("#root .first")) return;
  await Promise.race([fetched(), new Promise((resolve) => setTimeout(resolve, LONGEST))]);
}

async function fetched(): Promise<void> {
  try {
    // The code has just been run: in one go with what follows it would keep a slow phone from answering.
    await new Promise((resolve) => setTimeout(resolve));
    await router.load();
    const asked = queryClient.getQueryCache().findAll({ fetchStatus: "fetching" });
    await Promise.allSettled(asked.map(({ promise }) => promise));
  } catch {
    // The page says itself what went wrong.
  }
}
