import type { MaybeRedis } from "../../redis.ts";
import type { Count } from "./counters.ts";
import type { Rule } from "./rules.ts";

/** Counts one use of each key and starts the windows that haven't begun. Answers with count and rest of each window. */
const ADD = `
local counts = {}
for i, key in ipairs(KEYS) do
  local used = redis.call("incr", key)
  local rest = redis.call("pttl", key)
  if rest < 0 then
    redis.call("pexpire", key, ARGV[i])
    rest = tonumber(ARGV[i])
  end
  counts[2 * i - 1] = used
  counts[2 * i] = rest
end
return counts`;

const SUBTRACT = `
for _, key in ipairs(KEYS) do
  if tonumber(redis.call("get", key) or "0") > 0 then redis.call("decr", key) end
end
return #KEYS`;

/** Counters in Redis, which all processes share. */
export interface SharedCounters {
  /** Counts one use. @returns the count in each window of the rule; null if Redis is away */
  add(rule: Rule, key: string): Promise<readonly Count[] | null>;
  subtract(rule: Rule, key: string): Promise<void>;
}

export function createSharedCounters(redis: MaybeRedis): SharedCounters {
  return {
    async add(rule, key) {
      const lengths = rule.windows.map(({ ms }) => ms);
      const answer = await redis.attempt(async (client) =>
        numbersOf(await client.eval(ADD, lengths.length, ...keysOf(rule, key), ...lengths), 2 * lengths.length),
      );
      return answer && lengths.map((_, nth) => ({ used: answer[2 * nth] ?? 0, ttlMs: answer[2 * nth + 1] ?? 0 }));
    },
    async subtract(rule, key) {
      const keys = keysOf(rule, key);
      await redis.attempt(async (client) => numbersOf([await client.eval(SUBTRACT, keys.length, ...keys)], 1));
    },
  };
}

/** One key for each window. The braces keep the windows of one count on one node of a cluster. */
function keysOf(rule: Rule, key: string): string[] {
  return rule.windows.map(({ unit }) => `bbux:limit:{${rule.name}:${key}}:${unit}`);
}

function numbersOf(answer: unknown, length: number): number[] {
  const numbers = Array.isArray(answer) ? answer.filter((each) => typeof each === "number") : [];
  if (numbers.length !== length) throw new Error("Redis answered something else than counts");
  return numbers;
}
