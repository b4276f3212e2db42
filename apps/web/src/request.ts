import { APP } from "@bbux/contract";
import { noteReached, noteUnreached } from "./connection.ts";

/** What a proxy answers whose server is gone. */
const GONE = new Set([502, 504]);

/** `fetch` that gives up after 10 s (spec core §7), whatever other signal it was given, and sends the session cookie. */
export async function fetchWithTimeout(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(APP.requestTimeoutMs);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    const response = await fetch(input, { ...init, signal, credentials: "same-origin" });
    if (GONE.has(response.status)) noteUnreached();
    else noteReached();
    return response;
  } catch (error) {
    // What nobody wants any more says nothing of the connection.
    if (!init?.signal?.aborted) noteUnreached();
    throw error;
  }
}
