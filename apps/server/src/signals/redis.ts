import type { FastifyBaseLogger } from "fastify";
import { Redis } from "ioredis";
import { connectRedis, RECONNECT_MS } from "../redis.ts";
import { type Carrier, CHANNEL } from "./carrier.ts";

/** For this long after Redis was away (ms), signals take both ways, because other processes may not have reconnected yet. */
const BOTH_WAYS_MS = 10 * RECONNECT_MS;

/**
 * Sends through Redis, and through the substitute while Redis is away. Listens to both all the time, because processes notice at
 * different times that Redis is away. A signal that arrives twice does no harm.
 */
export async function redisCarrier(
  url: string,
  substitute: Carrier,
  hear: (message: string) => void,
  log: FastifyBaseLogger,
): Promise<Carrier> {
  const sender = await connectRedis(url, log);
  const receiver = new Redis(url, {
    maxRetriesPerRequest: null,
    connectTimeout: 500,
    retryStrategy: () => RECONNECT_MS,
  });
  receiver.on("error", (err) => log.debug({ err }, "redis"));
  receiver.on("message", (_channel, message) => hear(message));
  receiver.subscribe(CHANNEL).catch((err: unknown) => log.warn({ err }, "redis"));
  let bothUntil = 0;
  return {
    async send(message) {
      const reached = await sender.attempt((redis) => redis.publish(CHANNEL, message));
      if (reached === null) bothUntil = performance.now() + BOTH_WAYS_MS;
      if (performance.now() < bothUntil) await substitute.send(message);
    },
    async close() {
      sender.close();
      receiver.disconnect();
      await substitute.close();
    },
  };
}
