import type { Query, QueryKey } from "@tanstack/react-query";
import { queryClient } from "./trpc.ts";

/** First fetches go on: without their answer there is nothing to show. */
const isRefetch = (query: Query) => query.state.data !== undefined;

/**
 * Writes into cached answers what the person has just done. A fetch of them under way may have been answered before that,
 * and would undo it: it is given up, and as that brings back what stood there before, the change is written again.
 */
export async function writeOver(keys: readonly QueryKey[], write: () => void): Promise<void> {
  write();
  await Promise.all(keys.map((queryKey) => queryClient.cancelQueries({ queryKey, predicate: isRefetch })));
  write();
}
