import type { FastifyBaseLogger } from "fastify";
import { Redis } from "ioredis";
import { within } from "./within.ts";

/** A call that takes longer (ms) counts as failed. */
const ANSWER_MS = 50;
/** After a failure, Redis isn't asked for this long (ms). */
const LOOK_AGAIN_MS = 3_000;
const CONNECT_MS = 500;
const LATE = "Redis didn't answer in time";
export const RECONNECT_MS = 1_000;

/** Redis, which may be away: then nothing waits for it. */
export interface MaybeRedis<Client = Redis> {
  /**
   * Makes a call, unless Redis was away a moment ago.
   * @returns null if it isn't connected, doesn't answer in time, or fails; then one call in three seconds tries again
   */
  attempt<T extends object | number>(call: (redis: Client) => Promise<T>): Promise<T | null>;
  close(): void;
}

/** Connects, and reconnects forever. Waits half a second for the first connection. */
export async function connectRedis(url: string, log: FastifyBaseLogger, answerMs = ANSWER_MS): Promise<MaybeRedis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    // Commands aren't kept for later, because their callers have gone on without an answer.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    // A network that drops packets looks like silence.
    socketTimeout: 5_000,
    retryStrategy: () => RECONNECT_MS,
  });
  redis.on("error", (err) => log.debug({ err }, "redis"));
  const guarded = guardRedis(redis, log, answerMs);
  await within(CONNECT_MS, redis.connect(), LATE).catch(() => undefined);
  return { ...guarded, close: () => redis.disconnect() };
}

interface Connection {
  readonly status: string;
  on(event: "ready", listener: () => void): unknown;
}

/** Makes calls through a circuit breaker, so that a server that doesn't answer keeps one call waiting, and not the others. */
export function guardRedis<Client extends Connection>(
  redis: Client,
  log: Pick<FastifyBaseLogger, "info" | "warn">,
  answerMs = ANSWER_MS,
): Pick<MaybeRedis<Client>, "attempt"> {
  let asksFrom = 0;
  let isAway = false;
  let isTrying = false;
  redis.on("ready", () => {
    asksFrom = 0;
  });
  const failed = (err?: unknown) => {
    if (!isAway) log.warn({ err }, "Redis is away: this process counts and signals without it");
    isAway = true;
  };
  return {
    async attempt(call) {
      if (redis.status !== "ready") {
        failed();
        return null;
      }
      if (isTrying || performance.now() < asksFrom) return null;
      isTrying = isAway;
      try {
        const answer = await within(answerMs, call(redis), LATE);
        if (isAway) log.info("Redis is back");
        isAway = false;
        return answer;
      } catch (err) {
        asksFrom = performance.now() + LOOK_AGAIN_MS;
        failed(err);
        return null;
      } finally {
        isTrying = false;
      }
    },
  };
}
