// A thousand members with an open stream of notifications each: memory, and how soon each hears of a comment.
import { setTimeout as sleep } from "node:timers/promises";
import { createPool } from "@bbux/db";
import { percentile } from "./load.ts";
import { scratchDatabase, type Undo } from "./script.ts";
import { startOurs } from "./servers.ts";
import { openAll, post, seedMembers } from "./streams.client.ts";

const STREAMS = 1_000;
const COMMENTS = 600;
/** Comments a second, evenly. */
const RATE = 30;
const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
/** A line of data without a name of an event is news; pings have one. */
const isNews = (text: string) => /(?:^|\n\n|\n)data: \{"unread/.test(text);

export async function notifications(undo: Undo): Promise<void> {
  const { dir, url: databaseUrl } = await scratchDatabase("streams", undo);
  const posts = await seed(databaseUrl);
  const server = await startOurs(databaseUrl, dir);
  undo.push(() => server.stop());

  const comment = (n: number) =>
    post(`${server.url}/api/posts/${posts[n] ?? ""}/comments`, STREAMS, { content: "Heard?" });
  await comment(0);
  const before = server.rss();
  const waiting = new Map<number, (at: number) => void>();
  const began = performance.now();
  const streams = await openAll(`${server.url}/api/trpc/notifications.live`, STREAMS, isNews, (n, text) => {
    if (isNews(text)) waiting.get(n)?.(performance.now());
  });
  undo.push(() => {
    for (const stream of streams) stream.destroy();
  });
  console.log(
    `${STREAMS} streams open and told after ${((performance.now() - began) / 1000).toFixed(1)} s: ${mib(before)} before, ${mib(server.rss())} with them`,
  );
  const idleFrom = server.cpu();
  await sleep(30_000);
  console.log(`Idle for 30 s: ${((server.cpu() - idleFrom) / 300_000).toFixed(1)} % of a core, ${mib(server.rss())}`);
  const times = await commentAll(comment, waiting);
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
    await seedMembers(pool, STREAMS + 1);
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

/** Comments on posts in turn, evenly. @returns milliseconds from sending each until its author's stream told it */
async function commentAll(
  comment: (n: number) => Promise<void>,
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
    void comment(n);
    await sleep(1000 / RATE);
  }
  return (await Promise.all(heard)).filter((time) => time !== null);
}
