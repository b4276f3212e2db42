import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestMember } from "../testing.ts";
import { requirePace } from "../uploads/receive.ts";
import { filesIn, image, sendMedia } from "./uploads.support.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "bbux-uploads-"));
/** Enough of a form for the server to begin to store its file. */
const BODY = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n${"x".repeat(100)}`;
let t: TestApp;
let origin: string;
let port: number;
let file: Buffer;
const sockets: Socket[] = [];
beforeAll(async () => {
  t = await createTestApp({ env: { DATA_DIR } });
  origin = await t.listen();
  port = Number(new URL(origin).port);
  file = await image("png");
});
afterAll(async () => {
  await t.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(() => filesIn(DATA_DIR).incoming).toEqual([]);
});

function open(to: number, text: string, localAddress = "127.0.0.1"): Socket {
  const socket = connect({ port: to, host: "127.0.0.1", localAddress });
  sockets.push(socket);
  socket.on("error", () => undefined);
  socket.write(text);
  return socket;
}

/** Begins an upload of a megabyte and sends no more of it. Resolves when the server has begun to store it. */
async function stall(member: TestMember, localAddress?: string): Promise<Socket> {
  const before = filesIn(DATA_DIR).incoming.length;
  const head = `POST /api/uploads HTTP/1.1\r\nhost: x\r\nauthorization: ${member.headers.authorization}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n`;
  const socket = open(port, head + BODY, localAddress);
  await expect.poll(() => filesIn(DATA_DIR).incoming.length).toBe(before + 1);
  return socket;
}

describe("slow uploads", () => {
  it("of one member, ten at a time, keep that member from another with 429, and nobody else", async () => {
    const [ada, bob] = [await t.member("ada"), await t.member("bob")];
    const slow: Socket[] = [];
    for (let nth = 0; nth < 10; nth++) slow.push(await stall(ada));
    const { status, body, headers } = await sendMedia(origin, ada, file);
    expect([status, body.code, headers.get("retry-after")]).toEqual([429, "RATE_LIMITED", "10"]);
    expect(body.error).toMatch(/as many files as (you|it) can at a time/);
    expect((await sendMedia(origin, bob, file)).status).toBe(200);
    slow[0]?.destroy();
    await expect.poll(async () => (await sendMedia(origin, ada, file)).status).toBe(200);
  });

  it("of one network, thirty at a time, keep that network from another, and nobody else", async () => {
    const members = [];
    for (const name of ["cleo", "dora", "emil", "fay"]) members.push(await t.member(name));
    const [cleo, dora, emil, fay] = members as [TestMember, TestMember, TestMember, TestMember];
    for (const member of [cleo, dora, emil]) for (let nth = 0; nth < 10; nth++) await stall(member, "127.0.8.1");
    expect((await sendMedia(origin, fay, file)).status).toBe(200);
    const head = `POST /api/uploads HTTP/1.1\r\nhost: x\r\nauthorization: ${fay.headers.authorization}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n`;
    let text = "";
    open(port, head + BODY, "127.0.8.2")
      .setEncoding("utf8")
      .on("data", (part) => {
        text += part;
      });
    await expect.poll(() => text).toContain("HTTP/1.1 429");
  });

  it("that send less than their pace are cut off, and others aren't", { tags: "proof" }, async () => {
    const app = Fastify({ forceCloseConnections: true });
    app.post("/", { bodyLimit: 10_000 }, async () => ({ done: true }));
    app.addHook("preParsing", async (request) => {
      requirePace(request.raw, { bytes: 100, ms: 700 });
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    try {
      const address = app.server.address();
      const to = typeof address === "object" ? (address?.port ?? 0) : 0;
      const head = "POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 8000\r\n\r\n";
      const [stalled, steady] = [open(to, `${head}"`), open(to, `${head}"`)];
      let text = "";
      steady.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      let sent = 1;
      const sending = setInterval(() => {
        const part = "x".repeat(Math.min(400, 7_999 - sent));
        sent += part.length;
        steady.write(sent === 7_999 ? `${part}"` : part);
        if (sent === 7_999) clearInterval(sending);
      }, 100);
      await expect.poll(() => stalled.destroyed).toBe(true);
      await expect.poll(() => text).toContain('{"done":true}');
    } finally {
      await app.close();
    }
  });
});
