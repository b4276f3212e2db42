import { EventEmitter } from "node:events";
import type { Signals, SignalTopic } from "@bbux/api";
import type { FastifyBaseLogger } from "fastify";
import { Redis } from "ioredis";
import pg from "pg";
import { z } from "zod";
import type { Env } from "./env.ts";

const CHANNEL = "bbux_signals";
/** What a notification of PostgreSQL may carry is 8 000 bytes. */
const KEYS_AT_ONCE = 200;
const RECONNECT_MS = 2_000;

const wire = z.object({
  topic: z.custom<SignalTopic>((value) => value === "notifications"),
  keys: z.array(z.string()),
});

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

/** Carries what was published to every process, this one too. */
interface Carrier {
  send(message: string): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Signals to every process of the platform: by Redis when there is one, else by LISTEN and NOTIFY. This process hears its
 * own at once, whatever becomes of the carrier; a signal that is lost is made up for by whoever looks now and then.
 */
export async function createSignals(
  env: Pick<Env, "REDIS_URL">,
  databaseUrl: string,
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
    : await postgresCarrier(databaseUrl, hear, log);
  return {
    subscribe: local.subscribe,
    publish(topic, keys) {
      local.publish(topic, keys);
      for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
        const message = `${self} ${JSON.stringify({ topic, keys: keys.slice(start, start + KEYS_AT_ONCE) })}`;
        carrier.send(message).catch((err: unknown) => log.warn({ err }, "a signal was lost"));
      }
    },
    close: () => carrier.close(),
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
    send: (message) => sender.publish(CHANNEL, message),
    async close() {
      sender.disconnect();
      receiver.disconnect();
    },
  };
}

/** One connection that listens and sends; when it is lost, another takes its place. */
async function postgresCarrier(
  connectionString: string,
  hear: (message: string) => void,
  log: FastifyBaseLogger,
): Promise<Carrier> {
  let client: pg.Client | null = null;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  const connect = async () => {
    const fresh = new pg.Client({ connectionString, application_name: "bbux signals" });
    fresh.on("notification", ({ payload }) => hear(payload ?? ""));
    fresh.on("error", (err) => log.warn({ err }, "signals"));
    fresh.on("end", () => {
      client = null;
      again();
    });
    await fresh.connect();
    await fresh.query(`listen ${CHANNEL}`);
    client = fresh;
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
