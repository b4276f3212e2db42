import type { AppRouter } from "@bbux/api";
import { MAX_BATCH } from "@bbux/contract";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { httpBatchLink, httpLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { createTRPCQueryUtils, createTRPCReact } from "@trpc/react-query";
import { isWorthRetrying } from "./errors.ts";
import { intentLink, keyOf } from "./intent.ts";
import { fetchWithTimeout } from "./request.ts";
import { noticeDeadSession } from "./session-events.ts";

const url = "/api/trpc";

export const trpc = createTRPCReact<AppRouter>();

/** One for the page: loaders, the session and components share it. */
export const client = trpc.createClient({
  links: [
    intentLink,
    splitLink({
      condition: (op) => op.type === "mutation",
      true: httpLink({ url, fetch: fetchWithTimeout, headers: ({ op }) => ({ "Idempotency-Key": keyOf(op) }) }),
      false: splitLink({
        condition: (op) => op.type === "subscription",
        // By EventSource, which sends the session cookie to our own origin.
        true: httpSubscriptionLink({ url }),
        false: httpBatchLink({ url, fetch: fetchWithTimeout, maxItems: MAX_BATCH }),
      }),
    }),
  ],
});

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeDeadSession }),
  mutationCache: new MutationCache({ onError: noticeDeadSession }),
  defaultOptions: {
    // "always": a call that cannot go out fails and says so, instead of waiting to be sent behind the member's back.
    queries: {
      networkMode: "always",
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
    },
    mutations: { networkMode: "always", retry: false },
  },
});

/** For loaders and for what is no component: `utils.posts.get.ensureData({ id })`. */
export const utils = createTRPCQueryUtils<AppRouter>({ queryClient, client });
