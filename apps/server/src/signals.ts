import { EventEmitter } from "node:events";
import type { Signals, SignalTopic } from "@bbux/api";
import type { Place } from "@bbux/db";
import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import type { Env } from "./env.ts";
import { postgresCarrier } from "./signals/postgres.ts";
import { redisCarrier } from "./signals/redis.ts";

/** A PostgreSQL notification holds at most 8,000 bytes. */
const KEYS_AT_ONCE = 200;

const wire = z.object({ topic: z.enum(["notifications", "chat", "brand"]), keys: z.array(z.string()) });

export interface RunningSignals extends Signals {
  close(): Promise<void>;
}

/** Signals within this process. */
export function createLocalSignals(): Signals {
  const bus = new EventEmitter().setMaxListeners(0);
  return {
    publish(topic, keys) {
      for (const key of keys) bus.emit(`${topic}:${key}`);
    },
    subscribe(topic, key, listener) {
      bus.on(`${topic}:${key}`, listener);
      return () => bus.off(`${topic}:${key}`, listener);
    },
  };
}

/**
 * Signals to every process of the platform, through Redis if configured and there, otherwise LISTEN and NOTIFY. This process gets its
 * own immediately, whatever happens to the carrier; listeners also check from time to time, which makes up for lost signals.
 */
export async function createSignals(
  env: Pick<Env, "REDIS_URL">,
  database: Place,
  log: FastifyBaseLogger,
): Promise<RunningSignals> {
  const local = createLocalSignals();
  const self = `${process.pid}.${Math.random().toString(36).slice(2)}`;
  const hear = (message: string) => {
    const [from, ...rest] = message.split(" ");
    if (from === self) return;
    const parsed = wire.safeParse(fromJson(rest.join(" ")));
    if (parsed.success) local.publish(parsed.data.topic, parsed.data.keys);
  };
  const postgres = await postgresCarrier(database, hear, log);
  const carrier = env.REDIS_URL ? await redisCarrier(env.REDIS_URL, postgres, hear, log) : postgres;
  const outgoing = createOutgoing((message) =>
    carrier.send(`${self} ${message}`).catch((err: unknown) => log.warn({ err }, "a signal was lost")),
  );
  return {
    subscribe: local.subscribe,
    publish(topic, keys) {
      local.publish(topic, keys);
      outgoing.add(topic, keys);
    },
    close: () => carrier.close(),
  };
}

/**
 * Sends one message at a time and merges what arrives in the meantime, each key once, so that a busy hour takes few
 * messages.
 */
function createOutgoing(send: (message: string) => Promise<void>) {
  const waiting = new Map<SignalTopic, Set<string>>();
  let busy = false;
  const drain = async () => {
    busy = true;
    for (const [topic, keys] of waiting) {
      const some = [...keys].slice(0, KEYS_AT_ONCE);
      for (const key of some) keys.delete(key);
      await send(JSON.stringify({ topic, keys: some }));
      // Moved behind the other topics before it is checked again.
      waiting.delete(topic);
      if (keys.size > 0) waiting.set(topic, keys);
    }
    busy = false;
  };
  return {
    add(topic: SignalTopic, keys: readonly string[]) {
      const all = waiting.get(topic) ?? new Set<string>();
      for (const key of keys) all.add(key);
      waiting.set(topic, all);
      if (!busy) void drain();
    },
  };
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
