import { APP } from "@bbux/contract";
import { isObject, toApiError } from "./errors.ts";

export interface Tokens {
  /** The bearer token, valid for an hour. */
  readonly token: string;
  /** Exchanged for the next pair once the token has expired; valid once. */
  readonly refreshToken?: string | undefined;
}

export interface SessionOptions extends Partial<Tokens> {
  /** The platform's origin: `https://bbux.example`. */
  readonly origin: string;
  /** Sends requests; the global fetch by default. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Milliseconds until a request is aborted, 10,000 by default. */
  readonly timeoutMs?: number;
  /** Called with each new pair, for storing it, and with `null` when the session has ended. */
  readonly onTokens?: (tokens: Tokens | null) => void;
}

/** A caller's session. Clients created from one session share its tokens: a refresh token is valid only once, so it needs one owner. */
export interface Session {
  readonly origin: string;
  /** The current pair, or `null` when signed out. */
  readonly tokens: () => Tokens | null;
  /**
   * Sends a request with the bearer token; if that has expired, exchanges it once for all waiting requests and sends again.
   * Stores the tokens that a sign-in or a new password brings, and drops them on sign-out.
   * @param init.timeoutMs aborts this request after a different time than the session's
   * @throws ApiError NETWORK_ERROR, TIMEOUT, ABORTED
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit & { timeoutMs?: number }) => Promise<Response>;
}

/** Calls whose response may bring the next pair of tokens, or after which there is none: of signing in and out, ways in, second factors, and sessions. */
const OF_SESSION = /\/(?:trpc\/(?:auth|waysIn|factors)\.|auth\/)([\w/-]+)$/;
const WITHOUT_TOKEN = new Set(["login", "refresh", "logout"]);

export function createSession(options: SessionOptions): Session {
  const origin = new URL(options.origin).origin;
  const send = options.fetch ?? ((request: Request) => globalThis.fetch(request));
  const timeoutMs = options.timeoutMs ?? APP.requestTimeoutMs;
  let tokens: Tokens | null = options.token ? { token: options.token, refreshToken: options.refreshToken } : null;
  let exchange: Promise<boolean> | undefined;
  /** Requests under way that may bring another pair and end the present one. */
  const changes = new Set<Promise<unknown>>();

  function keep(next: Tokens | null): void {
    tokens = next;
    options.onTokens?.(next);
  }

  async function attempt(request: Request, token: string | undefined, patienceMs = timeoutMs): Promise<Response> {
    const headers = new Headers(request.headers);
    if (token !== undefined && !headers.has("authorization")) headers.set("authorization", `Bearer ${token}`);
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(patienceMs)]);
    try {
      // A browser's cookie would identify someone other than the token does.
      return await send(new Request(request, { headers, signal, credentials: "omit" }));
    } catch (error) {
      throw toApiError(error);
    }
  }

  /** Whether there is a newer token than the refused one, obtained now or by another call before. */
  async function renew(refused: Tokens): Promise<boolean> {
    if (tokens !== refused) return tokens !== null;
    if (refused.refreshToken === undefined) return false;
    exchange ??= exchangeTokens(refused.refreshToken).finally(() => {
      exchange = undefined;
    });
    return exchange;
  }

  async function exchangeTokens(refreshToken: string): Promise<boolean> {
    const body = JSON.stringify({ refreshToken });
    const init = { method: "POST", body, headers: { "content-type": "application/json" } };
    const response = await attempt(new Request(`${origin}/api/auth/refresh`, init), undefined);
    const next = response.ok ? tokensIn(await readJson(response)) : null;
    // A new password ends these tokens before its response brings the next.
    if (response.status === 401) await Promise.allSettled(changes);
    // Another call may have brought a newer pair in the meantime.
    if (tokens?.refreshToken !== refreshToken) return tokens !== null;
    if (next) keep(next);
    else if (response.status === 401) keep(null);
    return next !== null;
  }

  async function adopt(call: string, response: Response): Promise<void> {
    if (!response.ok) return;
    if (call === "logout") return keep(null);
    const next = tokensIn(await readJson(response.clone()));
    if (next) keep(next);
  }

  return {
    origin,
    tokens: () => tokens,
    async fetch(input, init) {
      // Created again for each attempt if possible, because a clone would keep a whole upload in memory for the second.
      const whole = input instanceof Request || init?.body instanceof ReadableStream ? new Request(input, init) : null;
      const make = () => whole?.clone() ?? new Request(input, init);
      const request = make();
      const sent = tokens;
      const call = request.method === "GET" ? undefined : OF_SESSION.exec(new URL(request.url).pathname)?.[1];
      const isFirst = call !== undefined && WITHOUT_TOKEN.has(call);
      const sendAndAdopt = async (next: Request, ofSession: string): Promise<Response> => {
        const response = await attempt(next, tokens?.token, init?.timeoutMs);
        await adopt(ofSession, response);
        return response;
      };
      const sendOnce = (next: Request): Promise<Response> => {
        if (call === undefined) return attempt(next, tokens?.token, init?.timeoutMs);
        const change = sendAndAdopt(next, call).finally(() => changes.delete(change));
        changes.add(change);
        return change;
      };
      const response = await sendOnce(request);
      if (isFirst || sent === null || (response.status !== 401 && response.status !== 207)) return response;
      const codes = codesIn(await readJson(response.clone()));
      // A call that was in progress while another exchanged or replaced the token finds its own gone instead of expired.
      if (codes.includes("UNAUTHENTICATED")) await Promise.allSettled([...changes, exchange]);
      const isStale = codes.includes("TOKEN_EXPIRED") || (codes.includes("UNAUTHENTICATED") && tokens !== sent);
      return isStale && (await renew(sent)) ? sendOnce(make()) : response;
    },
  };
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** The token pair in a response of REST, or of tRPC, which wraps it. */
function tokensIn(body: unknown): Tokens | null {
  const data = isObject(body) && isObject(body.result) ? body.result.data : body;
  if (!isObject(data) || typeof data.token !== "string" || typeof data.refreshToken !== "string") return null;
  return { token: data.token, refreshToken: data.refreshToken };
}

/** The codes of the failures in a response: of REST, of tRPC, or of a tRPC batch. */
function codesIn(body: unknown): unknown[] {
  const answers: unknown[] = Array.isArray(body) ? body : [body];
  return answers.filter(isObject).map((answer) => {
    const { error } = answer;
    return isObject(error) && isObject(error.data) ? error.data.code : answer.code;
  });
}
