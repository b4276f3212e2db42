/** A request is given up after this long (spec core §7; contract APP.requestTimeoutMs). */
export const REQUEST_TIMEOUT_MS = 10_000;

/** `fetch` that gives up in time, whatever other signal it was given, and sends the session cookie. */
export function fetchWithTimeout(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  return fetch(input, { ...init, signal, credentials: "same-origin" });
}
