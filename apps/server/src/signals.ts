import { EventEmitter } from "node:events";
import type { Signals, SignalTopic } from "@bbux/api";
import { type Place, requireLogin, urlFor } from "@bbux/db";
import type { FastifyBaseLogger } from "fastify";
import { Redis } from "ioredis";
import pg from "pg";
import { z } from "zod";
import type { Env } from "./env.ts";

const CHANNEL = "bbux_signals";
/** A PostgreSQL notification holds at most 8,000 bytes. */
const KEYS_AT_ONCE = 200;
const RECONNECT_MS = 2_000;
const CONNECT_MS = 5_000;

const wire = z.object({ topic: z.enum(["notifications", "chat"]), keys: z.array(z.string()) });

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

/** Delivers published signals to every process, including this one. */
interface Carrier {
  send(message: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Signals to every process of the platform, through Redis if configured, otherwise LISTEN and NOTIFY. This process gets its own
 * immediately, whatever happens to the carrier; listeners also check from time to time, which makes up for lost signals.
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
  const carrier = env.REDIS_URL
    ? redisCarrier(env.REDIS_URL, hear, log)
    : await postgresCarrier(urlFor(database, "app"), hear, log);
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

function redisCarrier(url: string, hear: (message: string) => void, log: FastifyBaseLogger): Carrier {
  const options = { maxRetriesPerRequest: 1, connectTimeout: 500 };
  const [sender, receiver] = [new Redis(url, options), new Redis(url, { ...options, maxRetriesPerRequest: null })];
  for (const redis of [sender, receiver]) redis.on("error", (err) => log.warn({ err }, "redis"));
  receiver.on("message", (_channel, message) => hear(message));
  receiver.subscribe(CHANNEL).catch((err: unknown) => log.warn({ err }, "redis"));
  return {
    async send(message) {
      await sender.publish(CHANNEL, message);
    },
    async close() {
      sender.disconnect();
      receiver.disconnect();
    },
  };
}

/** One connection that listens and sends; if it is lost, it is replaced. */
async function postgresCarrier(
  connectionString: string,
  hear: (message: string) => void,
  log: FastifyBaseLogger,
): Promise<Carrier> {
  let client: pg.Client | null = null;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  const connect = async () => {
    const fresh = new pg.Client({
      connectionString,
      application_name: "bbux signals",
      // Detects a network that silently drops packets.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
    });
    fresh.on("notification", ({ payload }) => hear(payload ?? ""));
    fresh.on("error", (err) => log.warn({ err }, "signals"));
    fresh.on("end", () => {
      if (client !== fresh) return;
      client = null;
      again();
    });
    try {
      await fresh.connect();
      await requireLogin(fresh, "app");
      await fresh.query(`listen ${CHANNEL}`);
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
    if (closed) await fresh.end();
    else client = fresh;
  };
  const again = () => {
    if (closed || retry) return;
    retry = setTimeout(() => {
      retry = undefined;
      connect().catch((err: unknown) => {
        log.warn({ err }, "signals");
        again();
      });
    }, RECONNECT_MS).unref();
  };
  await connect();
  return {
    async send(message) {
      await client?.query("select pg_notify($1, $2)", [CHANNEL, message]);
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
