import { z } from "zod";
import { parseExactJson } from "./exact-json.ts";
import { ChainError } from "./gateway.ts";

export interface RpcOptions {
  /** The node's URL, http or https. Its path, query, and credentials are secret (API keys) and never shown. */
  readonly url: string;
  /** Time limit until the answer is read, 10 s by default. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
}

/** The raw HTTP reply. */
export interface RpcReply {
  readonly status: number;
  readonly text: string;
  /** Seconds from Retry-After, or null. */
  readonly retryAfter: number | null;
}

export interface RpcClient {
  /** Makes one call, without retries. @throws ChainError */
  call<T>(method: string, params: readonly unknown[], result: z.ZodType<T>): Promise<T>;
  /** Forwards a body and returns the reply. @throws ChainError UNREACHABLE if there is none */
  forward(body: string): Promise<RpcReply>;
  /** Removes the secret parts of the node's URL from a text. */
  redact(text: string): string;
}

/** How long a node may take to answer. */
export const RPC_TIMEOUT_MS = 10_000;
/** A transaction with all its logs has a few hundred kilobytes. */
const LARGEST_ANSWER = 16 * 1024 * 1024;

const NODE_UNHEALTHY = /unhealthy|behind/i;
const TOO_MANY = /too many requests|(rate|request|usage) limit|limit (reached|exceeded)/i;

const answerSchema = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.int(), z.string(), z.null()]).optional(),
  result: z.unknown().optional(),
  error: z.object({ code: z.int(), message: z.string() }).nullish(),
});

/** A JSON-RPC client without any particular methods. @throws TypeError if the URL isn't http(s), without repeating it */
export function createRpcClient({ url, timeoutMs = RPC_TIMEOUT_MS, fetch = globalThis.fetch }: RpcOptions): RpcClient {
  const node = readUrl(url);
  let lastId = 0;

  async function forward(body: string): Promise<RpcReply> {
    try {
      const response = await fetch(node.target, {
        method: "POST",
        headers: { "content-type": "application/json", ...node.authorization },
        body,
        // Following a redirect would send our API key along.
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      const wait = Number(response.headers.get("retry-after") ?? Number.NaN);
      return {
        status: response.status,
        text: await readText(response),
        retryAfter: Number.isFinite(wait) && wait >= 0 ? Math.ceil(wait) : null,
      };
    } catch (error) {
      // Leaves out the cause, because fetch errors may quote the URL with its key.
      throw new ChainError("UNREACHABLE", `${node.name} did not answer: ${reasonOf(error, timeoutMs)}`);
    }
  }

  function refusal(code: ChainError["code"], method: string, text: string): ChainError {
    return new ChainError(code, `${node.name} ${method}: ${node.redact(text).slice(0, 500)}`);
  }

  return {
    forward,
    redact: node.redact,
    async call(method, params, result) {
      const id = ++lastId;
      const { status, text } = await forward(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      if (status === 429) throw refusal("RATE_LIMITED", method, "HTTP 429");
      const answer = answerSchema.safeParse(parsed(text)).data;
      if (answer?.error) {
        const { code, message } = answer.error;
        const meaning = meaningOf(answer.error);
        // A proxy in front of a node that is down may return a JSON-RPC error, too.
        const isDown = status >= 500 && meaning === "REFUSED";
        throw refusal(isDown ? "UNREACHABLE" : meaning, method, `${message} (${code})`);
      }
      if (status === 401 || status === 403) throw refusal("REFUSED", method, `HTTP ${status}`);
      if (status < 200 || status > 299) throw refusal("UNREACHABLE", method, `HTTP ${status}`);
      if (!answer || answer.id !== id) throw refusal("UNREACHABLE", method, "the answer cannot be read");
      const read = result.safeParse(answer.result);
      if (!read.success) {
        const [issue] = read.error.issues;
        const where = issue?.path.join(".") || "result";
        throw refusal("UNREACHABLE", method, `the answer cannot be read at ${where}: ${issue?.message ?? ""}`);
      }
      return read.data;
    },
  };
}

/** A slot that the node hasn't reached. */
const MIN_CONTEXT_SLOT = -32016;

/**
 * Providers signal rate limits with -32005, -32429, or words; to the node itself, -32005 means that it lags behind. That, a
 * block it lacks (-32004), and a transaction version newer than ours (-32015) are refusals: the node answered, and asking later
 * or elsewhere may help.
 */
function meaningOf({ code, message }: { readonly code: number; readonly message: string }): ChainError["code"] {
  if (code === MIN_CONTEXT_SLOT) return "BEHIND";
  if (code === -32005) return NODE_UNHEALTHY.test(message) ? "REFUSED" : "RATE_LIMITED";
  return code === 429 || code === -32429 || TOO_MANY.test(message) ? "RATE_LIMITED" : "REFUSED";
}

/** Splits the URL into what may be shown and what may not. Credentials go into a header, because fetch rejects them in a URL. */
function readUrl(url: string) {
  const parsedUrl = URL.canParse(url) ? new URL(url) : null;
  if (!parsedUrl || !/^https?:$/.test(parsedUrl.protocol)) throw new TypeError("The node's address must be http(s)");
  const { username, password, host, pathname, searchParams } = parsedUrl;
  const secrets = [username, password, ...pathname.split("/"), ...searchParams.values()].filter(
    ({ length }) => length >= 6,
  );
  const target = new URL(parsedUrl);
  target.username = "";
  target.password = "";
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
  // Typed explicitly, because the web app checks this file with the browser's types, which don't accept an absent header.
  const authorization: Record<string, string> = username || password ? { authorization: `Basic ${credentials}` } : {};
  return {
    target,
    name: `Solana node ${host}`,
    authorization,
    redact: (text: string) => secrets.reduce((shown, secret) => shown.replaceAll(secret, "…"), text),
  };
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > LARGEST_ANSWER) throw new Error("too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parsed(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

/** Error codes and names only: ECONNREFUSED, TimeoutError. */
function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.name === "TimeoutError") return `timed out after ${timeoutMs} ms`;
  const { cause } = error;
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string") return cause.code;
  return error.message === "too large" ? "the answer is too large" : error.name;
}
