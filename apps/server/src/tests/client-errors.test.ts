import { connect } from "node:net";
import { failure } from "@bbux/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestApp, type TestApp } from "../testing.ts";

let t: TestApp;
let port: number;
beforeAll(async () => {
  t = await createTestApp();
  port = Number(new URL(await t.listen()).port);
});
afterAll(() => t.close());

/** What the server answers to exactly these bytes, until it hangs up. */
function say(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      answer += part;
    });
    socket.once("error", reject).once("close", () => resolve(answer));
    socket.write(text);
  });
}

const documented = z.strictObject(failure.shape);

/** The status line and the documented body. */
function read(answer: string) {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head.toLowerCase()).toContain("content-type: application/json; charset=utf-8");
  expect(head.toLowerCase()).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'");
  expect(head.toLowerCase()).toContain("connection: close");
  return { status: head.split("\r\n")[0], code: documented.parse(JSON.parse(body)).code };
}

const HOST = "host: localhost\r\n";
const CLOSE = "connection: close\r\n";

describe("a request that can't be read is refused with the documented body", () => {
  it.each([
    [
      "headers of more than 16 KB",
      `GET /api/tags HTTP/1.1\r\n${HOST}cookie: ${"a".repeat(17_000)}\r\n\r\n`,
      431,
      "HEADERS_TOO_LARGE",
    ],
    [
      "an address of more than 16 KB",
      `GET /api/tags?${"a".repeat(17_000)} HTTP/1.1\r\n${HOST}\r\n`,
      431,
      "HEADERS_TOO_LARGE",
    ],
    ["something else than HTTP", "\x16\x03\x01 hello\r\n\r\n", 400, "BAD_REQUEST"],
    ["a header that is none", `GET /api/tags HTTP/1.1\r\n${HOST}no colon\r\n\r\n`, 400, "BAD_REQUEST"],
    [
      "two lengths",
      `POST /api/posts HTTP/1.1\r\n${HOST}content-length: 1\r\ncontent-length: 2\r\n\r\n`,
      400,
      "BAD_REQUEST",
    ],
    ["no host", `GET /api/tags HTTP/1.1\r\n${CLOSE}\r\n`, 400, "BAD_REQUEST"],
    ["two hosts", `GET /api/tags HTTP/1.1\r\n${HOST}Host: evil.example\r\n${CLOSE}\r\n`, 400, "BAD_REQUEST"],
  ])("%s", async (_, text, status, code) => {
    const answer = read(await say(text));
    expect(answer.status).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer.code).toBe(code);
  });

  it("a request that takes too long", async () => {
    const answer = say(
      `POST /api/auth/login HTTP/1.1\r\n${HOST}content-type: application/json\r\ncontent-length: 9\r\n\r\n{`,
    );
    const [socket] = await new Promise<[import("node:net").Socket]>((resolve) =>
      t.app.server.once("request", (request) => resolve([request.socket])),
    );
    // What Node and slow-bodies.ts do when the time is over.
    const late = Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    t.app.server.emit("clientError", late, socket);
    expect(read(await answer)).toEqual({ status: "HTTP/1.1 408 Request Timeout", code: "REQUEST_TIMEOUT" });
  });
});

it("headers of 15 KB are read, and a request by HTTP/1.0 needs no host", async () => {
  expect(await say(`GET /api/tags HTTP/1.1\r\n${HOST}${CLOSE}x-filler: ${"a".repeat(15_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 200 /,
  );
  expect(await say("GET /api/tags HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
});

it("nothing is written into an answer that has begun", async () => {
  const ada = await t.member("ada");
  const socket = connect(port, "127.0.0.1");
  const closed = new Promise((resolve) => socket.once("close", resolve));
  let answer = "";
  const begun = new Promise<void>((resolve) => {
    socket.setEncoding("utf8").on("data", (part: string) => {
      answer += part;
      if (answer.includes("unread")) resolve();
    });
  });
  const { authorization } = ada.headers;
  socket.write(`GET /api/trpc/notifications.live HTTP/1.1\r\n${HOST}authorization: ${authorization}\r\n\r\n`);
  await begun;
  socket.write("not http at all\r\n\r\n");
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).not.toContain("BAD_REQUEST");
});
