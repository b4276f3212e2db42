// A thousand members with an open notification stream each: memory, and how soon each receives a comment.
import { setTimeout as sleep } from "node:timers/promises";
import { createPool } from "@bbux/db";
import { percentile } from "./load.ts";
import type { Undo } from "./script.ts";
import { idleLine, openAll, post, type StreamsPlace, seedMembers } from "./streams.client.ts";

export interface NotificationsBenchOptions {
  readonly streams: number;
  readonly comments: number;
  /** Comments a second, evenly. */
  readonly rate: number;
  readonly idleSeconds: number;
}

export const NOTIFICATIONS_BENCH: NotificationsBenchOptions = {
  streams: 1_000,
  comments: 600,
  rate: 30,
  idleSeconds: 30,
};
const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
/** A data line without an event name is a notification; pings have a name. */
const isNews = (text: string) => /(?:^|\n\n|\n)data: \{"unread/.test(text);

/** @returns milliseconds from sending each comment until the author's stream received it */
export async function benchNotifications(
  { databaseUrl, startOurs }: StreamsPlace,
  { streams: count, comments, rate, idleSeconds }: NotificationsBenchOptions,
  undo: Undo,
  say: (line: string) => void,
): Promise<number[]> {
  const posts = await seed(databaseUrl, count);
  const server = await startOurs();
  undo.push(() => server.stop());

  const comment = (n: number) =>
    post(`${server.url}/api/posts/${posts[n] ?? ""}/comments`, count, { content: "Heard?" });
  await comment(0);
  const before = server.rss();
  const waiting = new Map<number, (at: number) => void>();
  const began = performance.now();
  const streams = await openAll(`${server.url}/api/trpc/notifications.live`, count, isNews, (n, text) => {
    if (isNews(text)) waiting.get(n)?.(performance.now());
  });
  undo.push(() => {
    for (const stream of streams) stream.destroy();
  });
  say(
    `${count} streams open and up to date after ${((performance.now() - began) / 1000).toFixed(1)} s: ${mib(before)} before, ${mib(server.rss())} with them`,
  );
  const idleFrom = server.cpu();
  await sleep(idleSeconds * 1_000);
  say(idleLine(server, idleFrom, idleSeconds));
  const times = await commentAll(comment, waiting, { count, comments, rate });
  const of = (share: number) => `${percentile(times, share).toFixed(0)} ms`;
  say(
    `${times.length} of ${comments} comments, ${rate} a second, received after p50 ${of(0.5)}, p99 ${of(0.99)}, at most ${of(1)} (from sending the comment)`,
  );
  say(`Memory at the end: ${mib(server.rss())}`);
  return times;
}

/** Members with a token and a post each, and the one who comments. */
async function seed(url: string, count: number): Promise<string[]> {
  const pool = createPool({ url, as: "owner", max: 1 });
  try {
    await seedMembers(pool, count + 1);
    const { rows } = await pool.query<{ id: string }>(
      `with made as (
         insert into posts (author_id, title, content, excerpt, type)
         select id, 'A post of ' || username, 'x', 'x', 'question' from users
         where username like 'streamer%' and username <> 'streamer' || $1
         order by id returning id, author_id
       )
       select made.id::text as id from made join users u on u.id = author_id order by substring(username from 9)::int`,
      [count],
    );
    return rows.map(({ id }) => id);
  } finally {
    await pool.end();
  }
}

/** Comments on posts in turn at a steady rate. @returns milliseconds from sending each until its author's stream reported it */
async function commentAll(
  comment: (n: number) => Promise<void>,
  waiting: Map<number, (at: number) => void>,
  { count, comments, rate }: { count: number; comments: number; rate: number },
): Promise<number[]> {
  const heard: Promise<number | null>[] = [];
  for (let i = 0; i < comments; i++) {
    const n = (i * 7) % count;
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
    await sleep(1000 / rate);
  }
  return (await Promise.all(heard)).filter((time) => time !== null);
}
