import { APP } from "@bbux/contract";
import { noteReached, noteUnreached } from "./connection.ts";
import { FACTS } from "./facts.ts";

/** What a proxy responds when its server is down. */
const GONE = new Set([502, 504]);

const TIMEOUT_MS = APP.requestTimeoutMs * FACTS.timeoutFactor;

/** Fetches with a timeout of 10 s, or longer on a slow machine, whatever other signal it is given, and sends the session cookie. */
export async function fetchWithTimeout(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    const response = await fetch(input, { ...init, signal, credentials: "same-origin" });
    if (GONE.has(response.status)) noteUnreached();
    else noteReached();
    return response;
  } catch (error) {
    // An aborted request says nothing about the connection.
    if (!init?.signal?.aborted) noteUnreached();
    throw error;
  }
}
