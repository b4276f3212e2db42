import createFetchClient, { type Client } from "openapi-fetch";
import { sessionOf } from "./client.ts";
import { failureOf } from "./errors.ts";
import type { paths } from "./rest.gen.ts";
import type { Session, SessionOptions } from "./session.ts";

export type RestClient = Client<paths>;

/**
 * A client of the documented REST calls, typed by the OpenAPI document: `await rest.GET("/posts/{id}", { params: { path: {
 * id } } })`. Returns `{data, error, response}` and throws only if there is no response.
 * @throws ApiError NETWORK_ERROR, TIMEOUT, ABORTED
 */
export function createRestClient(options: SessionOptions | Session): RestClient {
  const session = sessionOf(options);
  return createFetchClient<paths>({
    baseUrl: `${session.origin}/api`,
    fetch: (request) => session.fetch(request),
  });
}

/** The body of a successful response of {@link createRestClient}. @throws ApiError for any other */
export function unwrap<T>(result: { data?: T; error?: unknown; response: Response }): NonNullable<T> {
  if (!result.response.ok || result.data === undefined || result.data === null) {
    throw failureOf(result.error, result.response.status);
  }
  return result.data;
}
