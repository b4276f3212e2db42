import { AppError, type FoundGifs, type GifQuestion, type GifService } from "@bbux/api";
import { GIF_MESSAGES, GIFS } from "@bbux/contract";
import { LRUCache } from "lru-cache";
import type { Env } from "./env.ts";
import { readAnswer } from "./gifs.answer.ts";

const PATIENCE_MS = 5_000;
const MAX_ANSWER = 1024 ** 2;
const REMEMBERED = { max: 500, ttl: 10 * 60_000 };
/** Bounds, in seconds, for the service's Retry-After. */
const PAUSE = { least: 1, usual: 30, most: 300 };

export interface GifOptions {
  /** Without a key, GIF search is off. */
  readonly key: string | undefined;
  readonly url: string;
  readonly patienceMs?: number;
  readonly now?: () => number;
}

export function gifOptions(env: Env): GifOptions {
  return { key: env.GIF_API_KEY, url: env.GIF_API_URL };
}

/**
 * GIFs from GIPHY or a compatible service: `api_key`, `q`, `limit`, `offset`, `rating=g`. Results are cached for 10 minutes, and
 * concurrent identical searches share one request. While the service is rate limiting us, we don't call it. The request's address
 * contains the key, so the address appears in no error or log.
 */
export function createGifs({ key, url, patienceMs = PATIENCE_MS, now = Date.now }: GifOptions): GifService {
  const remembered = new LRUCache<string, FoundGifs>(REMEMBERED);
  const underWay = new Map<string, Promise<FoundGifs>>();
  let quietUntil = 0;

  async function ask(question: GifQuestion, apiKey: string): Promise<FoundGifs> {
    const address = new URL(url);
    const { q, limit, offset } = question;
    const query = { api_key: apiKey, q, limit: String(limit), offset: String(offset), rating: GIFS.rating };
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const { status, retryAfter, body } = await get(address, patienceMs);
    if (status === 429) {
      const seconds = Math.min(PAUSE.most, Math.max(PAUSE.least, retryAfter ?? PAUSE.usual));
      quietUntil = now() + seconds * 1_000;
      throw busy(seconds);
    }
    if (status === 401 || status === 403) throw unavailable(GIF_MESSAGES.denied, `answered ${status}`);
    const found = status === 200 ? readAnswer(jsonOf(body), question) : null;
    if (!found) throw unavailable(GIF_MESSAGES.failed, `answered ${status}${status === 200 ? " in another form" : ""}`);
    return found;
  }

  return {
    async search(question, beforeAsking) {
      if (!key) throw unavailable(GIF_MESSAGES.notConfigured, "has no key (GIF_API_KEY)");
      const name = JSON.stringify([question.q.toLowerCase(), question.limit, question.offset]);
      const known = () => remembered.get(name) ?? underWay.get(name);
      const before = known();
      if (before) return before;
      const pause = quietUntil - now();
      if (pause > 0) throw busy(Math.ceil(pause / 1_000));
      await beforeAsking();
      // Another request may have fetched it by now.
      const meanwhile = known();
      if (meanwhile) return meanwhile;
      const asked = ask(question, key).finally(() => underWay.delete(name));
      underWay.set(name, asked);
      const found = await asked;
      remembered.set(name, found);
      return found;
    },
  };
}

interface Answered {
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly body: string;
}

/** Follows no redirects and limits time and size. */
async function get(address: URL, patienceMs: number): Promise<Answered> {
  try {
    const response = await fetch(address, {
      redirect: "error",
      signal: AbortSignal.timeout(patienceMs),
      headers: { accept: "application/json" },
    });
    const said = response.headers.get("retry-after") ?? "";
    const retryAfter = /^\d{1,9}$/.test(said) ? Number(said) : undefined;
    return { status: response.status, retryAfter, body: response.ok ? await read(response) : await drop(response) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unavailable(GIF_MESSAGES.failed, `could not be asked: ${reasonOf(error)}`);
  }
}

async function drop(response: Response): Promise<string> {
  await response.body?.cancel();
  return "";
}

async function read(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    // Leaving the loop closes the connection.
    if (bytes > MAX_ANSWER) throw unavailable(GIF_MESSAGES.failed, "answers without end");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** The kind of failure, without its message, which may quote the address and the key in it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return [error.name, code].filter(Boolean).join(" ");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A refusal with the screens' message; `why` is for the log. */
function unavailable(message: string, why: string): AppError {
  return new AppError("GIF_UNAVAILABLE", { message, cause: new Error(`The GIF service ${why}`) });
}

function busy(retryAfter: number): AppError {
  return new AppError("RATE_LIMITED", { message: GIF_MESSAGES.rateLimited, details: { retryAfter } });
}
