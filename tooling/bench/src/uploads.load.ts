import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { ServerProcess } from "./servers.ts";

const MiB = 2 ** 20;
/** The beginning of an MP4 with one track, whose samples are the rest of the file. */
const HEAD = Buffer.from(
  "000000186674797069736f6d0000020069736f6d69736f32" +
    "0000005c6d6f6f76000000547472616b0000004c6d6469610000002068646c72000000000000000076696465000000000000000000000000" +
    "000000246d696e660000001c7374626c000000147374636f00000000000000010000007c" +
    "000000006d646174",
  "hex",
);

export interface UploadLoad {
  /** Milliseconds per upload, in the order in which they ended. */
  readonly times: readonly number[];
  readonly seconds: number;
  /** The server's resident memory in bytes: before, and the maximum observed during the uploads. */
  readonly before: number;
  readonly peak: number;
  /** Milliseconds per request of a feed page requested repeatedly during the uploads. */
  readonly pages: readonly number[];
}

/** Signs a member up and returns their authorization header. */
export async function signUp(url: string): Promise<{ authorization: string }> {
  const account = { email: `${randomBytes(6).toString("hex")}@example.org`, password: randomBytes(12).toString("hex") };
  const post = async (path: string, body: object): Promise<Response> => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(url + path, { method: "POST", body: JSON.stringify(body), headers });
    // A server that is short of processor time asks for patience.
    return response.status === 503 ? sleep(500).then(() => post(path, body)) : response;
  };
  await (await post("/api/auth/signup", { ...account, username: `u${randomBytes(6).toString("hex")}` })).arrayBuffer();
  const { token } = (await (await post("/api/auth/login", account)).json()) as { token: string };
  return { authorization: `Bearer ${token}` };
}

/**
 * This many concurrent uploads of this many MiB each, streamed, so that neither side has a file in memory.
 * @param members who share them, because each may send only ten at the same time
 */
export async function uploadAtOnce(
  server: ServerProcess,
  members: readonly { authorization: string }[],
  { uploads, mebibytes }: { uploads: number; mebibytes: number },
): Promise<UploadLoad> {
  const before = server.rss();
  let peak = before;
  let running = true;
  const watching = (async () => {
    for (; running; await sleep(100)) peak = Math.max(peak, server.rss());
  })();
  const pages: number[] = [];
  const reading = (async () => {
    for (; running; await sleep(100)) {
      const started = performance.now();
      await (await fetch(`${server.url}/api/posts?limit=10`)).arrayBuffer();
      pages.push(performance.now() - started);
    }
  })();
  const started = performance.now();
  const times: number[] = [];
  const one = async (headers: { authorization: string }) => {
    while (!(await upload(server.url, headers, mebibytes * MiB))) await sleep(500);
    times.push(performance.now() - started);
  };
  const senders = Array.from({ length: uploads }, (_, nth) => members[nth % members.length] ?? { authorization: "" });
  try {
    await Promise.all(senders.map(one));
  } finally {
    running = false;
    await Promise.all([watching, reading]);
  }
  return { times, pages, before, peak, seconds: (performance.now() - started) / 1_000 };
}

/** @returns whether it was accepted; otherwise the server was busy */
async function upload(url: string, headers: { authorization: string }, bytes: number): Promise<boolean> {
  const before = Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n');
  const after = Buffer.from("\r\n--x--\r\n");
  const length = before.length + bytes + after.length;
  const client = request(`${url}/api/uploads`, {
    method: "POST",
    headers: { ...headers, "content-type": "multipart/form-data; boundary=x", "content-length": length },
  });
  const answered = once(client, "response") as Promise<[IncomingMessage]>;
  const block = randomBytes(64 * 1024);
  function* body() {
    yield before;
    yield HEAD;
    for (let left = bytes - HEAD.length; left > 0; left -= block.length) yield block.subarray(0, left);
    yield after;
  }
  // A refusal may arrive before the end of the body, after which Node's client stops sending.
  pipeline(Readable.from(body()), client).catch(() => undefined);
  const [response] = await answered;
  const answer = (await json(response)) as { secure_url?: string; code?: string };
  const isOver = response.statusCode === 429 && answer.code !== "UPLOAD_LIMIT";
  if (response.statusCode === 503 || isOver) return false;
  if (response.statusCode !== 200 || !answer.secure_url) throw new Error(`An upload failed: ${JSON.stringify(answer)}`);
  return true;
}
