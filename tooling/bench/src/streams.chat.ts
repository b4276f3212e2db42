// Two thousand members with the chat open: memory, and how soon all of them have a message.
import { setTimeout as sleep } from "node:timers/promises";
import { CHAT } from "@bbux/contract";
import { createPool } from "@bbux/db";
import { percentile } from "./load.ts";
import { scratchDatabase, type Undo } from "./script.ts";
import { startOurs } from "./servers.ts";
import { openAll, post, seedMembers } from "./streams.client.ts";

const STREAMS = 2_000;
const MESSAGES = 60;
/** Messages a second, each by another member. */
const RATE = 2;
/** Then as many as a room full of people may send. */
const BURST = { messages: 200, rate: 20 };
const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;

/** What came of one message. */
interface Sent {
  readonly at: number;
  readonly heard: number[];
}

export async function chat(undo: Undo): Promise<void> {
  const { dir, url: databaseUrl } = await scratchDatabase("chat", undo);
  const pool = createPool({ url: databaseUrl, as: "owner", max: 1 });
  await seedMembers(pool, STREAMS).finally(() => pool.end());
  const server = await startOurs(databaseUrl, dir);
  undo.push(() => server.stop());

  const send = (n: number, content: string) => post(`${server.url}/api/chat/${CHAT.room}/messages`, n, { content });
  await send(0, "Good morning!");
  const before = server.rss();
  const sent = new Map<string, Sent>();
  const began = performance.now();
  const path = `/api/trpc/chat.live?input=${encodeURIComponent(JSON.stringify({ roomId: CHAT.room }))}`;
  const streams = await openAll(
    server.url + path,
    STREAMS,
    (text) => text.includes('data: {"messages"'),
    (_n, text) => {
      const at = performance.now();
      // Several may come at once.
      for (const [, key = ""] of text.matchAll(/"content":"message (\d+)"/g)) sent.get(key)?.heard.push(at);
    },
  );
  undo.push(() => {
    for (const stream of streams) stream.destroy();
  });
  const with_ = server.rss();
  const each = `${Math.round((with_ - before) / STREAMS / 1024)} KiB each`;
  console.log(
    `${STREAMS} streams open after ${((performance.now() - began) / 1000).toFixed(1)} s: ${mib(before)} before, ${mib(with_)} with them, ${each}`,
  );
  const idleFrom = server.cpu();
  await sleep(30_000);
  console.log(`Idle for 30 s: ${((server.cpu() - idleFrom) / 300_000).toFixed(1)} % of a core, ${mib(server.rss())}`);
  await round(send, sent, MESSAGES, RATE);
  await round(send, sent, BURST.messages, BURST.rate);
  console.log(`Memory at the end: ${mib(server.rss())}`);
}

/** Sends so many, evenly, waits until everybody has them, and says how long that took. */
async function round(
  send: (n: number, content: string) => Promise<void>,
  sent: Map<string, Sent>,
  messages: number,
  rate: number,
): Promise<void> {
  const from = sent.size;
  const mine: Sent[] = [];
  for (let i = 0; i < messages; i++) {
    const key = String(from + i);
    const one: Sent = { at: performance.now(), heard: [] };
    sent.set(key, one);
    mine.push(one);
    send((i * 7) % STREAMS, `message ${key}`).catch((error: Error) => console.log(error.message));
    await sleep(1000 / rate);
  }
  for (let waited = 0; waited < 20_000 && mine.some(({ heard }) => heard.length < STREAMS); waited += 100) {
    await sleep(100);
  }
  const times = mine.flatMap(({ at, heard }) => heard.map((time) => time - at));
  const last = mine.map(({ at, heard }) => (heard.length < STREAMS ? Number.NaN : (heard.at(-1) ?? at) - at));
  const of = (all: number[], share: number) => `${percentile(all, share).toFixed(0)} ms`;
  console.log(
    `${messages} messages, ${rate} a second: ${times.length} of ${messages * STREAMS} deliveries, p50 ${of(times, 0.5)}, p99 ${of(times, 0.99)}, at most ${of(times, 1)}; everybody has a message after p50 ${of(last, 0.5)}, p99 ${of(last, 0.99)}`,
  );
}
