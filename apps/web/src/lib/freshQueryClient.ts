import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from "@tanstack/react-query";

/**
 * Fetches again what is invalidated while it is fetched for the first time. The library waits for that first response instead, which
 * may have been read before the change.
 */
export class FreshQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    if (filters?.refetchType !== "none") {
      for (const query of this.getQueryCache().findAll(filters)) {
        const isFirst = query.state.data === undefined && query.state.fetchStatus === "fetching";
        // Who waits for the first response gets the second, because this fetches anew before it is told.
        if (isFirst && query.isActive()) void query.cancel({ silent: true });
      }
    }
    return super.invalidateQueries(filters, options);
  }
}
