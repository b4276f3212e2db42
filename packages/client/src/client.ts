import { MAX_BATCH } from "@bbux/contract";
import { createTRPCClient, httpBatchLink, httpLink, splitLink, type TRPCClient, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { toApiError } from "./errors.ts";
import type { ApiRouter } from "./router.ts";
import { createSession, type Session, type SessionOptions } from "./session.ts";

export type ApiClient = TRPCClient<ApiRouter>;

/** Longer than any of our URLs, shorter than proxies' limits. */
const MAX_URL = 8_000;

/**
 * A client of the API with end-to-end types. Simultaneous queries share a request, at most ten in each; mutations are sent
 * separately. An expired token is exchanged automatically.
 * @param options where the platform is and who calls, or a session shared by several clients
 * @throws from each call: ApiError
 */
export function createClient(options: SessionOptions | Session): ApiClient {
  const session = sessionOf(options);
  const url = `${session.origin}/api/trpc`;
  const fetch = (input: Request | URL | string, init?: object) => session.fetch(input, init);
  return createTRPCClient<ApiRouter>({
    links: [
      throwApiErrors,
      splitLink({
        condition: ({ type }) => type === "mutation",
        true: httpLink({ url, fetch, headers: ({ op }) => idempotencyHeader(op.context.idempotencyKey) }),
        false: httpBatchLink({ url, fetch, maxItems: MAX_BATCH, maxURLLength: MAX_URL }),
      }),
    ],
  });
}

/**
 * The option that makes a call safe to repeat: `client.posts.create.mutate(input, idempotent("order-1042"))`. The same key with
 * the same input returns the first response again; with different input the call fails with IDEMPOTENCY_CONFLICT.
 * @param key 1 to 200 printable ASCII characters, random by default
 */
export function idempotent(key: string = crypto.randomUUID()): { context: { idempotencyKey: string } } {
  return { context: { idempotencyKey: key } };
}

export function sessionOf(options: SessionOptions | Session): Session {
  return "tokens" in options ? options : createSession(options);
}

function idempotencyHeader(key: unknown): Record<string, string> {
  return typeof key === "string" ? { "idempotency-key": key } : {};
}

/** tRPC's own error has little in its type; ours has code, status, and details. */
const throwApiErrors: TRPCLink<ApiRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (result) => observer.next(result),
        error: (error) => observer.error(toApiError(error)),
        complete: () => observer.complete(),
      }),
    );
