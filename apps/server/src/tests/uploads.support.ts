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

/** A small MP4 of exactly this size: a track whose only chunk is the rest of the file. */
export function mp4(bytes: number): Buffer {
  const type = box("ftyp", Buffer.from("69736f6d0000020069736f6d69736f32", "hex"));
  const handler = box("hdlr", Buffer.alloc(8), "vide", Buffer.alloc(12));
  const movie = (chunk: number) =>
    box("moov", box("trak", box("mdia", handler, box("minf", box("stbl", box("stco", u32(0, 1, chunk)))))));
  const head = type.length + movie(0).length;
  // Its size is 0: it goes on to the end.
  return padded(Buffer.concat([type, movie(head + 8), u32(0), Buffer.from("mdat")]), bytes);
}

/** A box of an MP4. */
export function box(type: string, ...content: readonly (Uint8Array | string)[]): Buffer {
  const payload = Buffer.concat(content.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));
  return Buffer.concat([u32(8 + payload.length), Buffer.from(type, "latin1"), payload]);
}

/** Numbers of four bytes each, as MP4 has them. */
export function u32(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [nth, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * nth);
  return bytes;
}

/** A WebM of exactly this size, with one cluster. */
export function webm(bytes: number): Buffer {
  const begin = Buffer.concat([EBML_WEBM, Buffer.from("1853806701ffffffffffffff", "hex"), element("1654ae6b")]);
  const cluster = element("1f43b675", Buffer.alloc(bytes - begin.length - 12));
  return Buffer.concat([begin, cluster]);
}

export const EBML_WEBM = Buffer.from("1a45dfa39f4286810142f7810142f2810442f381084282847765626d4287810442858102", "hex");

/** An element of a WebM, its size in eight bytes. */
export function element(id: string, ...content: readonly Uint8Array[]): Buffer {
  const payload = Buffer.concat(content);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(payload.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, "hex"), size, payload]);
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
