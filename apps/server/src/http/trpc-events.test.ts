import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { tracked } from "@trpc/server";
import { expect, it } from "vitest";
import { eventStream } from "./trpc-events.ts";

const options = { client: { reconnect: 1 }, pingMs: 60_000, failure: (error: unknown) => ({ said: String(error) }) };
const alive = () => new AbortController().signal;

async function* give(...values: unknown[]) {
  yield* values;
}

async function textOf(stream: ReturnType<typeof eventStream>): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += chunk;
  return text;
}

async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await turn();
}

it("writes events in the format of tRPC's clients and reports the end", async () => {
  const events = async () => give({ a: 1 }, tracked("7", { b: "x\ny" }));
  expect((await textOf(eventStream(events, alive(), options))).split(/\n\n+/)).toEqual([
    'event: connected\ndata: {"reconnect":1}',
    'data: {"a":1}',
    'data: {"b":"x\\ny"}\nid: 7',
    "event: return\ndata: ",
    "",
  ]);
});

it("serializes an event only once for several streams", async () => {
  let written = 0;
  const data = { toJSON: () => ({ n: ++written }) };
  const streams = Array.from({ length: 5 }, () => eventStream(async () => give(tracked("1", data)), alive(), options));
  for (const stream of streams) expect(await textOf(stream)).toContain('data: {"n":1}\nid: 1\n');
});

it("reports a failure, before or after the first event", async () => {
  const never = eventStream(() => Promise.reject(new Error("no")), alive(), options);
  expect(await textOf(never)).toContain('event: serialized-error\ndata: {"said":"Error: no"}');
  const events = async () =>
    (async function* () {
      yield 1;
      throw new Error("later");
    })();
  expect(await textOf(eventStream(events, alive(), options))).toMatch(
    /data: 1\n+event: serialized-error\ndata: .*later/,
  );
});

it("ends silently when aborted, so that the client reconnects", async () => {
  const stop = new AbortController();
  const events = async () =>
    (async function* () {
      yield 1;
      await new Promise((resolve) => stop.signal.addEventListener("abort", resolve));
    })();
  const stream = eventStream(events, stop.signal, options);
  setTimeout(() => stop.abort(), 20);
  expect(await textOf(stream)).not.toMatch(/return|error/);
});

it("sends a ping at intervals", async () => {
  const pinged = Promise.withResolvers<void>();
  const events = async () =>
    (async function* () {
      await pinged.promise;
      yield 1;
    })();
  const stream = eventStream(events, alive(), { ...options, pingMs: 5 });
  let text = "";
  stream.on("data", (part: Buffer) => {
    text += part.toString();
    if (text.match(/event: ping\ndata: \n\n/g)?.length === 2) pinged.resolve();
  });
  await once(stream, "end");
  expect(text).toContain("data: 1");
});

it("reads no more than a slow client takes, and stops when the client is gone", async () => {
  let asked = 0;
  let ended = false;
  const events = async () =>
    (async function* () {
      try {
        for (;;) yield { n: asked++, text: "x".repeat(10_000) };
      } finally {
        ended = true;
      }
    })();
  const stop = new AbortController();
  const stream = eventStream(events, stop.signal, options);
  await turns(500);
  const before = asked;
  expect(before).toBeLessThan(20);
  await turns(500);
  expect(asked).toBe(before);
  stream.destroy();
  await expect.poll(() => ended).toBe(true);
});
