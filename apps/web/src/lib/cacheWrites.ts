import type { Query, QueryKey } from "@tanstack/react-query";
import { queryClient } from "./trpc.ts";

/** First fetches continue, because without their response there is nothing to show. */
const isRefetch = (query: Query) => query.state.data !== undefined;

/**
 * Writes a member's action into cached responses. A refetch under way may predate the action and would undo it, so it
 * is canceled; canceling restores the previous state, so the change is written again.
 */
export async function writeOver(keys: readonly QueryKey[], write: () => void): Promise<void> {
  write();
  await Promise.all(keys.map((queryKey) => queryClient.cancelQueries({ queryKey, predicate: isRefetch })));
  write();
}
