import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { allowSlowBody, limitBodies } from "../http/slow-bodies.ts";

const BODY_MS = 400;
let app: FastifyInstance;
let port: number;
beforeEach(async () => {
  app = Fastify({ requestTimeout: 60_000, forceCloseConnections: true });
  limitBodies(app, BODY_MS);
  app.post("/", async () => ({ done: true }));
  app.get("/", async () => ({ done: true }));
  app.post("/long", {
    async onRequest(request) {
      allowSlowBody(request.raw, 60_000);
    },
    handler: async () => ({ done: true }),
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  port = (app.server.address() as AddressInfo).port;
});
afterEach(() => app.close());

/** Sends headers that promise four bytes, then one byte, then the given text. */
async function drip(method: string, path: string): Promise<{ socket: Socket; text: () => string }> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  socket.on("error", () => undefined);
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 4\r\n\r\nt`);
  return { socket, text: () => text };
}

describe("a body that doesn't arrive", () => {
  it("ends the connection with 408 after its time limit, whatever waits for it", async () => {
    const { socket, text } = await drip("POST", "/");
    await expect.poll(() => socket.destroyed).toBe(true);
    expect(text()).toContain("408");
  });

  it("also does so if it isn't read: nobody can hold a connection with a GET that promises a body", async () => {
    const { socket, text } = await drip("GET", "/");
    await expect.poll(text).toContain("200 OK");
    await expect.poll(() => socket.destroyed).toBe(true);
  });

  it("has more time if a route allowed it", async () => {
    const { socket, text } = await drip("POST", "/long");
    await sleep(3 * BODY_MS);
    expect(socket.destroyed).toBe(false);
    socket.write("rue");
    await expect.poll(text).toContain('{"done":true}');
    socket.destroy();
  });
});

it("a connection survives requests whose bodies arrived in time", async () => {
  const { socket, text } = await drip("POST", "/");
  socket.write("rue");
  await expect.poll(text).toContain('{"done":true}');
  await sleep(3 * BODY_MS);
  expect(socket.destroyed).toBe(false);
  socket.destroy();
});
