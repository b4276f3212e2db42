import { createHash } from "node:crypto";
import { Agent, type ClientRequest, get, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import type { ServerProcess } from "./servers.ts";

/** Where streams are measured. */
export interface StreamsPlace {
  /** Migrated, and without members named streamer0, streamer1 and so on. */
  readonly databaseUrl: string;
  readonly startOurs: () => Promise<ServerProcess>;
}

/** What the server used in the meantime. @param from the CPU time it had used before */
export function idleLine(server: ServerProcess, from: number, seconds: number): string {
  const share = (server.cpu() - from) / (seconds * 10_000);
  return `Idle for ${seconds} s: ${share.toFixed(1)} % of a core, ${Math.round(server.rss() / 2 ** 20)} MiB`;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
export const closeConnections = () => agent.destroy();

export const tokenOf = (n: number) => createHash("sha256").update(`stream ${n}`).digest("hex");

/** Members streamer0 to streamer<count − 1>, each with a token; existing ones stay unchanged. */
export async function seedMembers(pool: Pool, count: number): Promise<void> {
  const tokens = Array.from({ length: count }, (_, n) => tokenOf(n));
  await pool.query(
    `with member as (
       insert into users (username, email, solana_address)
       select 'streamer' || n, 'streamer' || n || '@example.org', 'bench' || n from generate_series(0, $1::int) n
       on conflict do nothing
       returning id, substring(username from 9)::int as n
     )
     insert into sessions (id_hash, user_id, family_id, kind, expires_at)
     select sha256(convert_to(($2::text[])[n + 1], 'utf8')), id, gen_random_uuid(), 'bearer', now() + interval '1 hour'
     from member`,
    [count - 1, tokens],
  );
}

/** Receives a stream's output. */
export type OnText = (n: number, text: string) => void;

/**
 * Opens the streams of this many members, fifty at a time.
 * @param hasEvent whether a piece of text contains an event; a stream counts as open after its first event
 * @param then receives what comes after that
 */
export async function openAll(
  path: string,
  count: number,
  hasEvent: (text: string) => boolean,
  then: OnText,
): Promise<ClientRequest[]> {
  const streams: ClientRequest[] = [];
  for (let from = 0; from < count; from += 50) {
    const some = Array.from({ length: Math.min(50, count - from) }, (_, i) =>
      openUntil(path, from + i, hasEvent, then),
    );
    streams.push(...(await Promise.all(some)));
  }
  return streams;
}

/** A busy server returns 503; then this retries, like a browser. */
async function openUntil(
  url: string,
  n: number,
  hasEvent: (text: string) => boolean,
  then: OnText,
): Promise<ClientRequest> {
  for (let tries = 0; ; tries++) {
    try {
      return await openOne(url, n, hasEvent, then);
    } catch (error) {
      if (tries > 20) throw error;
      await sleep(500);
    }
  }
}

function openOne(url: string, n: number, hasEvent: (text: string) => boolean, then: OnText): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    let isOpen = false;
    const stream = get(url, { headers: { authorization: `Bearer ${tokenOf(n)}` }, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`A stream got a ${response.statusCode}`));
      response.setEncoding("utf8").on("data", (text: string) => {
        if (isOpen) return then(n, text);
        isOpen = hasEvent(text);
        if (isOpen) resolve(stream);
      });
      response.on("error", () => undefined);
    }).on("error", (error) => (isOpen ? undefined : reject(error)));
  });
}

/** Posts as a member. Resolves on a 200 response. */
export function post(url: string, n: number, payload: object): Promise<void> {
  const body = JSON.stringify(payload);
  const headers = { authorization: `Bearer ${tokenOf(n)}`, "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    request(url, { method: "POST", agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} returned ${response.statusCode}`));
      response.resume().on("end", resolve);
    })
      .on("error", reject)
      .end(body);
  });
}
