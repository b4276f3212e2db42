import { once } from "node:events";
import { readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import type { TestMember } from "../testing.ts";

export const MiB = 1024 ** 2;

/** A small image of a single color in the given format, optionally with EXIF. */
export function image(
  format: "jpeg" | "png" | "webp" | "gif" | "avif" | "tiff",
  { width = 40, height = 30, orientation }: { width?: number; height?: number; orientation?: number } = {},
): Promise<Buffer> {
  const plain = sharp({ create: { width, height, channels: 3, background: "#3a7" } }).toFormat(format);
  if (orientation === undefined) return plain.toBuffer();
  return plain
    .withMetadata({ orientation })
    .withExifMerge({ IFD0: { Copyright: "SECRET-OWNER" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "48/1 8/1 0/1" } })
    .toBuffer();
}

/** A GIF with this many different frames. */
export function animation(frames: number, side = 20): Promise<Buffer> {
  const raw = Buffer.alloc(frames * side * side * 3);
  for (let frame = 0; frame < frames; frame++) raw.fill((frame * 40) % 256, frame * side * side * 3);
  const size = { width: side, height: frames * side, channels: 3, pageHeight: side } as const;
  return sharp(raw, { raw: size })
    .gif({ delay: Array.from({ length: frames }, () => 100) })
    .toBuffer();
}

/** A black PNG of any size at one bit per pixel: very many pixels in few bytes. */
export function bombPng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length);
    frame.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

/** The same file padded to exactly this size with trailing bytes, which decoders ignore. */
export function padded(file: Buffer, bytes: number): Buffer {
  return Buffer.concat([file, Buffer.alloc(bytes - file.length)]);
}

/** A file of exactly this size that begins like an MP4. */
export function mp4(bytes: number): Buffer {
  return padded(Buffer.from("000000186674797069736f6d0000020069736f6d69736f32", "hex"), bytes);
}

export function webm(bytes: number): Buffer {
  const head = "1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff";
  return padded(Buffer.from(head, "hex"), bytes);
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of the wire, which tests look into
  readonly body: any;
  readonly headers: Headers;
}

/** Sends one file in a multipart field like browsers do; `extra` fields come first. */
export async function send(
  origin: string,
  path: string,
  as: TestMember | null,
  parts: readonly { field: string; file: Buffer; name?: string; type?: string }[],
  { extra = {}, headers = {} }: { extra?: Record<string, string>; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(extra)) form.append(name, value);
  for (const { field, file, name = "a.bin", type = "application/octet-stream" } of parts) {
    form.append(field, new Blob([new Uint8Array(file)], { type }), name);
  }
  const response = await fetch(origin + path, { method: "POST", body: form, headers: { ...as?.headers, ...headers } });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** Streams a file of exactly this size that begins with `head`, without having it in memory. */
export async function sendLarge(origin: string, as: Pick<TestMember, "headers">, head: Buffer, bytes: number) {
  const before = Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n');
  const after = Buffer.from("\r\n--x--\r\n");
  const length = before.length + bytes + after.length;
  const headers = { ...as.headers, "content-type": "multipart/form-data; boundary=x", "content-length": length };
  const client = request(new URL("/api/uploads", origin), { method: "POST", headers });
  const answer = once(client, "response");
  const zeros = Buffer.alloc(64 * 1024);
  function* body() {
    yield before;
    yield head;
    for (let left = bytes - head.length; left > 0; left -= zeros.length)
      yield zeros.subarray(0, Math.min(left, zeros.length));
    yield after;
  }
  // A refusal arrives before the end of the body, after which Node's client stops sending.
  pipeline(Readable.from(body()), client).catch(() => undefined);
  const [response] = await answer;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of the wire, which tests look into
  const answered = { status: Number(response.statusCode), body: (await json(response)) as any };
  client.destroy();
  return answered;
}

export const sendMedia = (origin: string, as: TestMember | null, file: Buffer, name?: string, type?: string) =>
  send(origin, "/api/uploads", as, [{ field: "file", file, ...(name && { name }), ...(type && { type }) }]);

export const sendPicture = (origin: string, as: TestMember | null, file: Buffer) =>
  send(origin, "/api/profile/picture", as, [{ field: "profilePicture", file, name: "me.png", type: "image/png" }]);

/** Names of stored and incoming files. */
export function filesIn(dataDir: string): { kept: string[]; incoming: string[] } {
  const root = join(dataDir, "uploads");
  return {
    kept: readdirSync(root)
      .filter((name) => name !== ".incoming")
      .sort(),
    incoming: readdirSync(join(root, ".incoming")),
  };
}
