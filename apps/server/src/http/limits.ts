import { AppError, type LimitName } from "@bbux/api";
import { RATE_LIMITS } from "@bbux/contract";
import rateLimit, { type CreateRateLimitOptions } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Redis } from "ioredis";
import type { Env } from "../env.ts";
import { networkOf } from "./network.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The key that the next limiter counts by. */
    limitKey: string;
  }
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Limiter = ReturnType<FastifyInstance["createRateLimit"]>;
type Taken = { readonly max: number; readonly remaining: number; readonly ttlMs: number };

export interface Limits {
  /**
   * Counts one request against the member's allowance, or without a session the address's, and sets the X-RateLimit headers for
   * whichever of the two windows has the smaller share left (docs/DECISIONS.md 6, Limits).
   * @throws AppError RATE_LIMITED
   */
  countRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Counts one use against the allowance of a key. @throws AppError RATE_LIMITED */
  consume(request: FastifyRequest, reply: FastifyReply, limit: LimitName, key: string): Promise<void>;
}

/** Rate limits in this process, or in Redis for several processes (M9.27–M9.30). */
export async function createLimits(app: FastifyInstance, env: Env): Promise<Limits> {
  if (env.RATE_LIMITS === "off") return { countRequest: async () => undefined, consume: async () => undefined };
  app.decorateRequest("limitKey", "");
  const redis = env.REDIS_URL ? new Redis(env.REDIS_URL, { maxRetriesPerRequest: 1, connectTimeout: 500 }) : undefined;
  if (redis) {
    redis.on("error", (err) => app.log.warn({ err }, "redis"));
    app.addHook("onClose", () => redis.disconnect());
  }
  // skipOnError: if Redis is down, the product keeps working without limits rather than not at all.
  await app.register(rateLimit, { global: false, cache: 100_000, skipOnError: true, ...(redis && { redis }) });
  const limiter = (options: Pick<CreateRateLimitOptions, "max" | "timeWindow">): Limiter =>
    app.createRateLimit({ ...options, keyGenerator: (request) => request.limitKey });
  const both = (minute: number, hour: number) => [
    limiter({ max: minute, timeWindow: MINUTE }),
    limiter({ max: hour, timeWindow: HOUR }),
  ];
  const visitors = both(env.RATE_LIMIT_PUBLIC_MINUTE, env.RATE_LIMIT_PUBLIC_HOUR);
  const members = both(env.RATE_LIMIT_MEMBER_MINUTE, env.RATE_LIMIT_MEMBER_HOUR);
  const named: Record<LimitName, Limiter[]> = {
    signIn: both(RATE_LIMITS.signIn.minute, RATE_LIMITS.signIn.hour),
    account: both(RATE_LIMITS.account.minute, RATE_LIMITS.account.hour),
    relay: both(RATE_LIMITS.relay.minute, RATE_LIMITS.relay.hour),
    chain: both(RATE_LIMITS.chain.minute, RATE_LIMITS.chain.hour),
    airdrop: both(RATE_LIMITS.airdrop.minute, RATE_LIMITS.airdrop.hour),
    proxy: both(RATE_LIMITS.proxy.minute, RATE_LIMITS.proxy.hour),
    flag: [limiter({ max: RATE_LIMITS.flag.day, timeWindow: 24 * HOUR })],
    message: both(RATE_LIMITS.message.minute, RATE_LIMITS.message.hour),
    gif: both(RATE_LIMITS.gif.minute, RATE_LIMITS.gif.hour),
  };

  return {
    async countRequest(request, reply) {
      const { viewer } = request;
      const key = viewer ? `member:${viewer.id}` : `ip:${networkOf(request.ip)}`;
      const taken = await take(viewer ? members : visitors, request, key);
      const [first, ...rest] = taken;
      if (!first) return;
      const tightest = rest.reduce((a, b) => (b.remaining / b.max < a.remaining / a.max ? b : a), first);
      reply.header("x-ratelimit-limit", tightest.max);
      reply.header("x-ratelimit-remaining", Math.max(0, tightest.remaining));
      reply.header("x-ratelimit-reset", Math.ceil((Date.now() + tightest.ttlMs) / 1000));
      refuseWhenSpent(taken, reply);
    },
    async consume(request, reply, limit, key) {
      refuseWhenSpent(await take(named[limit], request, `${limit}:${key}`), reply);
    },
  };
}

/** Counts one use in each window. `remaining` is −1 if none was left. */
async function take(limiters: readonly Limiter[], request: FastifyRequest, key: string): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const limiter of limiters) {
    request.limitKey = key;
    const result = await limiter(request);
    if (result.isAllowed) continue;
    taken.push({ max: result.max, remaining: result.isExceeded ? -1 : result.remaining, ttlMs: result.ttl });
  }
  return taken;
}

function refuseWhenSpent(taken: readonly Taken[], reply: FastifyReply): void {
  const spent = taken.filter((window) => window.remaining < 0);
  if (spent.length === 0) return;
  const retryAfter = Math.max(1, Math.ceil(Math.max(...spent.map((window) => window.ttlMs)) / 1000));
  reply.header("retry-after", retryAfter);
  throw new AppError("RATE_LIMITED", { details: { retryAfter } });
}
