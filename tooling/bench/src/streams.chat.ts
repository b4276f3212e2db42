// Two thousand members with the chat open: memory, and how soon a message reaches all of them.
import { setTimeout as sleep } from "node:timers/promises";
import { CHAT } from "@bbux/contract";
import { createPool } from "@bbux/db";
import { percentile } from "./load.ts";
import type { Undo } from "./script.ts";
import { idleLine, openAll, post, type StreamsPlace, seedMembers } from "./streams.client.ts";

export interface ChatBenchOptions {
  readonly streams: number;
  /** The number of messages and their rate per second, each by a different member. */
  readonly rounds: readonly { readonly messages: number; readonly rate: number }[];
  readonly idleSeconds: number;
}

/** The second round sends as many as a room full of people might. */
export const CHAT_BENCH: ChatBenchOptions = {
  streams: 2_000,
  rounds: [
    { messages: 60, rate: 2 },
    { messages: 200, rate: 20 },
  ],
  idleSeconds: 30,
};
const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;

/** The deliveries of one message. */
interface Sent {
  readonly at: number;
  readonly heard: number[];
}

/** @returns the number of deliveries in each round */
export async function benchChat(
  { databaseUrl, startOurs }: StreamsPlace,
  { streams: count, rounds, idleSeconds }: ChatBenchOptions,
  undo: Undo,
  say: (line: string) => void,
): Promise<number[]> {
  const pool = createPool({ url: databaseUrl, as: "owner", max: 1 });
  await seedMembers(pool, count).finally(() => pool.end());
  const server = await startOurs();
  undo.push(() => server.stop());

  const send = (n: number, content: string) => post(`${server.url}/api/chat/${CHAT.room}/messages`, n, { content });
  await send(0, "Good morning!");
  const before = server.rss();
  const sent = new Map<string, Sent>();
  const began = performance.now();
  const path = `/api/trpc/chat.live?input=${encodeURIComponent(JSON.stringify({ roomId: CHAT.room }))}`;
  const streams = await openAll(
    server.url + path,
    count,
    (text) => text.includes('data: {"messages"'),
    (_n, text) => {
      const at = performance.now();
      // Several may arrive together.
      for (const [, key = ""] of text.matchAll(/"content":"message (\d+)"/g)) sent.get(key)?.heard.push(at);
    },
  );
  undo.push(() => {
    for (const stream of streams) stream.destroy();
  });
  const with_ = server.rss();
  const each = `${Math.round((with_ - before) / count / 1024)} KiB each`;
  say(
    `${count} streams open after ${((performance.now() - began) / 1000).toFixed(1)} s: ${mib(before)} before, ${mib(with_)} with them, ${each}`,
  );
  const idleFrom = server.cpu();
  await sleep(idleSeconds * 1_000);
  say(idleLine(server, idleFrom, idleSeconds));
  const delivered: number[] = [];
  for (const { messages, rate } of rounds) delivered.push(await round(send, sent, { messages, rate, count }, say));
  say(`Memory at the end: ${mib(server.rss())}`);
  return delivered;
}

/** Sends this many at a steady rate, waits until everyone has them, and reports how long that took. */
async function round(
  send: (n: number, content: string) => Promise<void>,
  sent: Map<string, Sent>,
  { messages, rate, count }: { messages: number; rate: number; count: number },
  say: (line: string) => void,
): Promise<number> {
  const from = sent.size;
  const mine: Sent[] = [];
  for (let i = 0; i < messages; i++) {
    const key = String(from + i);
    const one: Sent = { at: performance.now(), heard: [] };
    sent.set(key, one);
    mine.push(one);
    send((i * 7) % count, `message ${key}`).catch((error: Error) => say(error.message));
    await sleep(1000 / rate);
  }
  for (let waited = 0; waited < 20_000 && mine.some(({ heard }) => heard.length < count); waited += 100) {
    await sleep(100);
  }
  const times = mine.flatMap(({ at, heard }) => heard.map((time) => time - at));
  const last = mine.map(({ at, heard }) => (heard.length < count ? Number.NaN : (heard.at(-1) ?? at) - at));
  const of = (all: number[], share: number) => `${percentile(all, share).toFixed(0)} ms`;
  say(
    `${messages} messages, ${rate} a second: ${times.length} of ${messages * count} deliveries, p50 ${of(times, 0.5)}, p99 ${of(times, 0.99)}, at most ${of(times, 1)}; everybody has a message after p50 ${of(last, 0.5)}, p99 ${of(last, 0.99)}`,
  );
  return times.length;
}
