// npm run bench:streams: a thousand members with an open stream each: memory, and how soon each hears of a comment.
import { createHash } from "node:crypto";
import { Agent, type ClientRequest, get, request } from "node:http";
import { availableParallelism, cpus, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { createPool } from "@bbux/db";
import { percentile } from "./load.ts";
import { runScript, scratchDatabase, type Undo } from "./script.ts";
import { startOurs } from "./servers.ts";

const STREAMS = 1_000;
const COMMENTS = 600;
/** Comments a second, evenly. */
const RATE = 30;
const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
const tokenOf = (n: number) => createHash("sha256").update(`stream ${n}`).digest("hex");
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

async function main(undo: Undo): Promise<void> {
  undo.push(() => agent.destroy());
  const { dir, url: databaseUrl } = await scratchDatabase("streams", undo);
  const posts = await seed(databaseUrl);
  const server = await startOurs(databaseUrl, dir);
  undo.push(() => server.stop());
  const [cpu] = cpus();
  console.log(
    `${availableParallelism()} cores (${cpu?.model}), Node ${process.version}, load ${loadavg()[0]?.toFixed(2)}`,
  );

  await comment(server.url, posts[0] ?? "");
  const before = server.rss();
  const waiting = new Map<number, (at: number) => void>();
  const began = performance.now();
  const streams = await openAll(server.url, waiting);
  undo.push(() => {
    for (const stream of streams) stream.destroy();
  });
  console.log(
    `${STREAMS} streams open and told after ${((performance.now() - began) / 1000).toFixed(1)} s: ${mib(before)} before, ${mib(server.rss())} with them`,
  );
  const idleFrom = server.cpu();
  await sleep(30_000);
  console.log(`Idle for 30 s: ${((server.cpu() - idleFrom) / 300_000).toFixed(1)} % of a core, ${mib(server.rss())}`);
  const times = await commentAll(server.url, posts, waiting);
  const of = (share: number) => `${percentile(times, share).toFixed(0)} ms`;
  console.log(
    `${times.length} of ${COMMENTS} comments, ${RATE} a second, heard of after p50 ${of(0.5)}, p99 ${of(0.99)}, at most ${of(1)} (from sending the comment)`,
  );
  console.log(`Memory at the end: ${mib(server.rss())}`);
}

/** Members with a token and a post each, and the one who comments. */
async function seed(url: string): Promise<string[]> {
  const pool = createPool({ url, as: "owner", max: 1 });
  try {
    const tokens = Array.from({ length: STREAMS + 1 }, (_, n) => tokenOf(n));
    await pool.query(
      `with member as (
         insert into users (username, email, solana_address)
         select 'streamer' || n, 'streamer' || n || '@example.org', 'bench' || n from generate_series(0, $1::int) n
         returning id, substring(username from 9)::int as n
       )
       insert into sessions (id_hash, user_id, family_id, kind, expires_at)
       select sha256(convert_to(($2::text[])[n + 1], 'utf8')), id, gen_random_uuid(), 'bearer', now() + interval '1 hour'
       from member`,
      [STREAMS, tokens],
    );
    const { rows } = await pool.query<{ id: string }>(
      `with made as (
         insert into posts (author_id, title, content, excerpt, type)
         select id, 'A post of ' || username, 'x', 'x', 'question' from users where username <> 'streamer' || $1
         order by id returning id, author_id
       )
       select made.id::text as id from made join users u on u.id = author_id order by substring(username from 9)::int`,
      [STREAMS],
    );
    return rows.map(({ id }) => id);
  } finally {
    await pool.end();
  }
}

/** Opens a stream for each member, fifty at a time; resolves when every one has had its first event. */
async function openAll(url: string, waiting: Map<number, (at: number) => void>): Promise<ClientRequest[]> {
  const streams: ClientRequest[] = [];
  for (let from = 0; from < STREAMS; from += 50) {
    const some = Array.from({ length: Math.min(50, STREAMS - from) }, (_, i) => openUntil(url, from + i, waiting));
    streams.push(...(await Promise.all(some)));
  }
  return streams;
}

/** A server without a free moment says 503: then again, as a browser would. */
async function openUntil(url: string, n: number, waiting: Map<number, (at: number) => void>): Promise<ClientRequest> {
  for (let tries = 0; ; tries++) {
    try {
      return await openOne(url, n, waiting);
    } catch (error) {
      if (tries > 20) throw error;
      await sleep(500);
    }
  }
}

function openOne(url: string, n: number, waiting: Map<number, (at: number) => void>): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${tokenOf(n)}` };
    let told = false;
    const stream = get(`${url}/api/trpc/notifications.live`, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`A stream was answered ${response.statusCode}`));
      response.setEncoding("utf8").on("data", (text: string) => {
        // A line of data without a name of an event is news; pings have one.
        if (!/(?:^|\n\n|\n)data: \{"unread/.test(text)) return;
        if (told) waiting.get(n)?.(performance.now());
        told = true;
        resolve(stream);
      });
      response.on("error", () => undefined);
    }).on("error", (error) => (told ? undefined : reject(error)));
  });
}

/** Comments on posts in turn, evenly. @returns milliseconds from sending each until its author's stream told it */
async function commentAll(
  url: string,
  posts: readonly string[],
  waiting: Map<number, (at: number) => void>,
): Promise<number[]> {
  const heard: Promise<number | null>[] = [];
  for (let i = 0; i < COMMENTS; i++) {
    const n = (i * 7) % STREAMS;
    const sent = performance.now();
    heard.push(
      new Promise((resolve) => {
        const late = setTimeout(() => resolve(null), 20_000);
        waiting.set(n, (at) => {
          clearTimeout(late);
          resolve(at - sent);
        });
      }),
    );
    void comment(url, posts[n] ?? "");
    await sleep(1000 / RATE);
  }
  return (await Promise.all(heard)).filter((time) => time !== null);
}

function comment(url: string, postId: string): Promise<void> {
  const body = JSON.stringify({ content: "Heard?" });
  const headers = { authorization: `Bearer ${tokenOf(STREAMS)}`, "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    request(`${url}/api/posts/${postId}/comments`, { method: "POST", agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`A comment was answered ${response.statusCode}`));
      response.resume().on("end", resolve);
    })
      .on("error", reject)
      .end(body);
  });
}

await runScript(main);
