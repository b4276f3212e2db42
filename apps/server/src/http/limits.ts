import { AppError, type LimitName } from "@bbux/api";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Env } from "../env.ts";
import { connectRedis } from "../redis.ts";
import { type Count, createCounters } from "./limits/counters.ts";
import { type Rule, rulesOf } from "./limits/rules.ts";
import { createSharedCounters } from "./limits/shared-counters.ts";
import { networkOf } from "./network.ts";

/** Many tests on few cores slow each other down, which says nothing about Redis. */
const TEST_ANSWER_MS = 1_000;

interface Taken {
  readonly max: number;
  /** −1 if none was left. */
  readonly remaining: number;
  readonly ttlMs: number;
}

export interface Limits {
  /**
   * Counts one request against the member's allowance, or without a session the address's, and sets the X-RateLimit headers for
   * whichever of the two windows has the smaller share left (docs/DECISIONS.md 6, Limits).
   * @throws AppError RATE_LIMITED
   */
  countRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Counts a page, feed or sitemap against the address's allowance. @throws AppError RATE_LIMITED */
  countPage(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Counts one use against the allowance of a key. @throws AppError RATE_LIMITED */
  consume(reply: FastifyReply, limit: LimitName, key: string): Promise<void>;
  /** The same. @returns false if the allowance is spent */
  tryConsume(limit: LimitName, key: string): Promise<boolean>;
  /** Takes one use back. */
  giveBack(limit: LimitName, key: string): Promise<void>;
}

/**
 * Rate limits (M9.27–M9.30), counted in Redis for several processes. This process counts for itself, too. While Redis is away its own
 * counts decide, for what money and accounts depend on at a third of the limit, so that three processes together allow no more.
 */
export async function createLimits(app: FastifyInstance, env: Env, now: () => Date): Promise<Limits> {
  if (env.RATE_LIMITS === "off") return NO_LIMITS;
  const redis = env.REDIS_URL
    ? await connectRedis(env.REDIS_URL, app.log, env.NODE_ENV === "test" ? TEST_ANSWER_MS : undefined)
    : null;
  if (redis) app.addHook("onClose", async () => redis.close());
  const shared = redis && createSharedCounters(redis);
  const own = createCounters(() => now().getTime());
  const rules = rulesOf(env);

  const take = async (rule: Rule, key: string): Promise<readonly Taken[]> => {
    const here = own.add(rule, key);
    const everywhere = shared && (await shared.add(rule, key));
    const isAlone = shared !== null && everywhere === null && rule.isStrict;
    return taken(rule, everywhere ?? here, isAlone);
  };
  return {
    async countRequest(request, reply) {
      const { viewer } = request;
      const counted = await take(viewer ? rules.members : rules.visitors, viewer?.id ?? networkOf(request.ip));
      const [first, ...rest] = counted;
      if (!first) return;
      const tightest = rest.reduce((a, b) => (b.remaining / b.max < a.remaining / a.max ? b : a), first);
      reply.header("x-ratelimit-limit", tightest.max);
      reply.header("x-ratelimit-remaining", Math.max(0, tightest.remaining));
      reply.header("x-ratelimit-reset", Math.ceil((Date.now() + tightest.ttlMs) / 1000));
      refuseWhenSpent(counted, reply);
    },
    async countPage(request, reply) {
      refuseWhenSpent(await take(rules.pages, networkOf(request.ip)), reply);
    },
    async consume(reply, limit, key) {
      refuseWhenSpent(await take(rules.named(limit), key), reply);
    },
    async tryConsume(limit, key) {
      return spent(await take(rules.named(limit), key)).length === 0;
    },
    async giveBack(limit, key) {
      const rule = rules.named(limit);
      own.subtract(rule, key);
      await shared?.subtract(rule, key);
    },
  };
}

const NO_LIMITS: Limits = {
  countRequest: async () => undefined,
  countPage: async () => undefined,
  consume: async () => undefined,
  tryConsume: async () => true,
  giveBack: async () => undefined,
};

function taken(rule: Rule, counts: readonly Count[], isAlone: boolean): Taken[] {
  return rule.windows.map(({ max: configured }, nth) => {
    const max = isAlone ? Math.max(1, Math.floor(configured / 3)) : configured;
    const { used, ttlMs } = counts[nth] ?? { used: 0, ttlMs: 0 };
    return { max, remaining: Math.max(-1, max - used), ttlMs };
  });
}

function spent(windows: readonly Taken[]): Taken[] {
  return windows.filter(({ remaining }) => remaining < 0);
}

function refuseWhenSpent(windows: readonly Taken[], reply: FastifyReply): void {
  const over = spent(windows);
  if (over.length === 0) return;
  const retryAfter = Math.max(1, Math.ceil(Math.max(...over.map(({ ttlMs }) => ttlMs)) / 1000));
  reply.header("retry-after", retryAfter);
  throw new AppError("RATE_LIMITED", { details: { retryAfter } });
}
