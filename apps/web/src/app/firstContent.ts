import { queryClient } from "../lib/trpc.ts";
import { router } from "./router.ts";

/** The longest time, in milliseconds, that the server-rendered content stays while the app fetches the same data. */
const LONGEST = 1_500;

/**
 * Resolves when the app can replace the server-rendered content with its own page, data included, so that text doesn't
 * give way to a skeleton. Resolves immediately where the server sent no content.
 */
export async function whenReadyToShow(): Promise<void> {
  if (!document.querySelector("#root .first")) return;
  await Promise.race([fetched(), new Promise((resolve) => setTimeout(resolve, LONGEST))]);
}

async function fetched(): Promise<void> {
  try {
    // Yields first, because a slow phone would stop responding if this ran in one task with the code before it.
    await new Promise((resolve) => setTimeout(resolve));
    await router.load();
    const asked = queryClient.getQueryCache().findAll({ fetchStatus: "fetching" });
    await Promise.allSettled(asked.map(({ promise }) => promise));
  } catch {
    // The page shows its own error.
  }
}
