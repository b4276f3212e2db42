import { APP } from "@bbux/contract";

/** `fetch` that gives up after 10 s (spec core §7), whatever other signal it was given, and sends the session cookie. */
export function fetchWithTimeout(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(APP.requestTimeoutMs);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  return fetch(input, { ...init, signal, credentials: "same-origin" });
}
