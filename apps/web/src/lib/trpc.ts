import type { AppRouter } from "@bbux/api/router";
import { MAX_BATCH } from "@bbux/contract";
import { MutationCache, QueryCache } from "@tanstack/react-query";
import { httpBatchLink, httpLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { createTRPCQueryUtils, createTRPCReact } from "@trpc/react-query";
import { isWorthRetrying } from "./errors.ts";
import { FreshQueryClient } from "./freshQueryClient.ts";
import { intentLink, keyOf } from "./intent.ts";
import { type Challenge, proofOfWorkLink } from "./proofOfWork.ts";
import { fetchWithTimeout } from "./request.ts";
import { noticeDeadSession } from "./sessionEvents.ts";
import { noticeStaffFactor } from "./staffFactor.ts";
import { stepUpLink } from "./stepUp.ts";

/** Below the 8 KB that proxies accept for a request line; queries that need more go in two requests. */
const MAX_URL = 7_500;

const url = "/api/trpc";

export const trpc = createTRPCReact<AppRouter>();

/** One client for the page: loaders, the session and components share it. */
export const client = trpc.createClient({
  links: [
    intentLink,
    stepUpLink,
    proofOfWorkLink(askForChallenge),
    splitLink({
      condition: (op) => op.type === "mutation",
      true: httpLink({ url, fetch: fetchWithTimeout, headers: ({ op }) => ({ "Idempotency-Key": keyOf(op) }) }),
      false: splitLink({
        condition: (op) => op.type === "subscription",
        // Uses EventSource, which sends the session cookie to our own origin.
        true: httpSubscriptionLink({ url }),
        false: httpBatchLink({ url, fetch: fetchWithTimeout, maxItems: MAX_BATCH, maxURLLength: MAX_URL }),
      }),
    }),
  ],
});

async function askForChallenge(): Promise<Challenge> {
  return (await client.auth.signupChallenge.query()).challenge;
}

function noticeRefusals(error: unknown): void {
  noticeDeadSession(error);
  noticeStaffFactor(error);
}

export const queryClient = new FreshQueryClient({
  queryCache: new QueryCache({ onError: noticeRefusals }),
  mutationCache: new MutationCache({ onError: noticeRefusals }),
  defaultOptions: {
    // "always": a call that can't be sent fails visibly, instead of being sent later without the member's knowledge.
    queries: {
      networkMode: "always",
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
    },
    mutations: { networkMode: "always", retry: false },
  },
});

/** For loaders and other code outside components: `utils.posts.get.ensureData({ id })`. */
export const utils = createTRPCQueryUtils<AppRouter>({ queryClient, client });
