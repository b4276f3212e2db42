import { connect } from "node:net";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTag, createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { type OpenStream, openStream } from "./notifications.support.ts";
import { ask } from "./support.ts";

const failures: string[] = [];
let t: TestApp;
let origin: string;
let ada: TestMember;
beforeAll(async () => {
  const logger = pino({ level: "error" }, { write: (line: string) => failures.push(line) });
  t = await createTestApp({ logger });
  ada = await t.member("ada");
  origin = await t.listen();
});
afterAll(() => t.close());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends requests and disconnects without waiting, each a little later than the previous one. */
async function askAndLeave(path: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    await new Promise((resolve) => socket.once("connect", resolve));
    socket.write(`GET ${path} HTTP/1.1\r\nhost: bbux.test\r\nauthorization: ${ada.headers.authorization}\r\n\r\n`);
    setTimeout(() => socket.destroy(), (i % 10) * 2);
    await pause(10);
  }
  await pause(1_500);
}

describe("a client that disconnects before the response", () => {
  it("causes no failure", { tags: "proof" }, async () => {
    await askAndLeave("/api/posts", 30);
    await askAndLeave("/api/trpc/posts.list", 30);
    expect(failures).toEqual([]);
  });

  it("doesn't keep a stream open that nobody reads", { tags: "proof" }, async () => {
    await askAndLeave("/api/trpc/notifications.live", 60);
    const streams: OpenStream[] = [];
    for (let i = 0; i < 20; i++) streams.push(await openStream(origin, ada.headers));
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    for (const stream of streams) stream.close();
    expect(failures).toEqual([]);
  });
});

describe("a client that doesn't read its response", () => {
  it("doesn't keep the server from stopping", { tags: "proof" }, async () => {
    const other = await createTestApp();
    await createTag(other.database, "money");
    const bob = await other.member("bob");
    for (let i = 0; i < 120; i++) await ask(other, bob, { content: "x".repeat(29_000) });
    const { port } = new URL(await other.listen());
    const socket = connect(Number(port), "127.0.0.1");
    socket.write("GET /api/posts/export?format=json HTTP/1.1\r\nhost: bbux.test\r\n\r\n");
    await new Promise((resolve) => socket.once("readable", resolve));
    socket.on("error", () => undefined);
    await other.close();
    socket.destroy();
  });
});
