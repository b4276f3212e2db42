import { type Place, requireLogin, urlFor } from "@bbux/db";
import type { FastifyBaseLogger } from "fastify";
import pg from "pg";
import { type Carrier, CHANNEL } from "./carrier.ts";

const RECONNECT_MS = 2_000;
const CONNECT_MS = 5_000;

/** One connection that listens and sends, past a pooler, which would let another session listen; if it is lost, it is replaced. */
export async function postgresCarrier(
  database: Place,
  hear: (message: string) => void,
  log: FastifyBaseLogger,
): Promise<Carrier> {
  const connectionString = urlFor(database, "app", true);
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
