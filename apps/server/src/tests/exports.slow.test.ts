import { type AddressInfo, connect, type Socket } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sendFailure } from "../http/errors.ts";
import { sendStreamed } from "../http/plain/streamed.ts";

const PACE = { bytes: 64 * 1024, ms: 200 };
const ROW = "x".repeat(16 * 1024);
/** More than the system buffers of both sides of a connection hold. */
const ENDLESS = 100_000;
const VISITOR = { viewer: null, subnet: "203.0.113.0/24", region: "203.0.112.0/20" };

let app: FastifyInstance;
let released: number;
let sent: number;
let wait: () => Promise<void>;
let rows: number;
const sockets: Socket[] = [];

async function* endless(): AsyncGenerator<string> {
  try {
    for (sent = 0; sent < rows; sent++) {
      await wait();
      yield ROW;
    }
  } finally {
    released++;
  }
}

beforeEach(async () => {
  [released, sent, rows] = [0, 0, ENDLESS];
  wait = async () => undefined;
  app = Fastify({ forceCloseConnections: true });
  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error));
  app.get("/", (_request, reply) =>
    sendStreamed(VISITOR, reply, { name: "a.txt", type: "text/plain", rows: endless(), text: (all) => all }, PACE),
  );
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

/** Requests the file without reading anything. */
function request(): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => undefined);
  socket.write("GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
  return socket;
}

describe("a file", () => {
  it("that nobody reads is cut off, and gives its place and its connection back", async () => {
    const stalled = request();
    await expect.poll(() => released).toBe(1);
    // Far from the end: only what fits into the buffers was sent.
    expect(sent).toBeLessThan(ENDLESS);
    let bytes = 0;
    stalled.on("data", (part) => {
      bytes += part.length;
    });
    await expect.poll(() => stalled.destroyed).toBe(true);
    expect(bytes).toBeLessThan(ENDLESS * ROW.length);
    rows = 3;
    expect((await app.inject("/")).body).toHaveLength(3 * ROW.length);
  });

  it("that is read a few bytes at a time is cut off, too", async () => {
    const dripping = request();
    dripping.pause();
    const drip = setInterval(() => dripping.read(1_000), 5);
    try {
      await expect.poll(() => released).toBe(1);
      expect(sent).toBeLessThan(ENDLESS);
    } finally {
      clearInterval(drip);
    }
  });

  it("that is read steadily arrives whole, however long the database takes for it", async () => {
    rows = 40;
    // Several times longer than a reader may take.
    wait = () => new Promise((resolve) => setTimeout(resolve, PACE.ms / 10));
    const reader = request();
    let text = "";
    for await (const part of reader.setEncoding("latin1")) text += part;
    expect(text.match(/x{100}/g)?.length).toBeGreaterThan((rows * ROW.length) / 100 - rows * 8);
    expect(released).toBe(1);
  });

  it("is refused to a third reader of the same network with 429 until another is done", async () => {
    const first = Promise.withResolvers<void>();
    wait = () => first.promise;
    rows = 1;
    // Only awaiting it sends it.
    const reading = [1, 2].map(() => app.inject("/").then((response) => response));
    const third = await app.inject("/");
    expect([third.statusCode, third.headers["retry-after"]]).toEqual([429, "10"]);
    first.resolve();
    for (const { body } of await Promise.all(reading)) expect(body).toHaveLength(ROW.length);
    expect((await app.inject("/")).statusCode).toBe(200);
  });
});
