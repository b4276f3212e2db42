import { type Bytes, damaged, type Plan } from "./plan.ts";

/** A page of an Ogg file (RFC 3533): where it begins, its content, and how long each piece of a packet in it is. */
interface Page {
  readonly at: number;
  readonly content: number;
  readonly end: number;
  readonly serial: number;
  readonly isFirst: boolean;
  readonly segments: Buffer;
}

/** A packet of a stream, in pieces on one or more pages. */
interface Packet {
  readonly pieces: { readonly page: Page; readonly at: number; readonly length: number }[];
}

const HEAD = 27;
const CRC = 22;
/** A comment that is larger isn't one. */
const LARGEST_COMMENT = 4 * 1024 * 1024;

/** What comments begin with, by the format of their stream, and whether a bit ends them. */
const FORMATS = [
  { first: Buffer.from("\x80theora", "latin1"), prefix: 7, isEnded: false },
  { first: Buffer.from("\x01vorbis", "latin1"), prefix: 7, isEnded: true },
  { first: Buffer.from("OpusHead", "latin1"), prefix: 8, isEnded: false },
  { first: Buffer.from("Speex   ", "latin1"), prefix: 0, isEnded: false },
  { first: Buffer.from("\x7fFLAC", "latin1"), prefix: 4, isEnded: false },
] as const;

/**
 * Plans what is left of an Ogg file: all its pages, with the comment of each stream replaced by an empty one of the same length.
 * Bytes after the last page are cut off.
 * @throws RefusedVideo for a file without pages
 */
export async function planOgg(bytes: Bytes, plan: Plan): Promise<void> {
  const streams = new Map<number, Packet[]>();
  let at = 0;
  while (at < bytes.size) {
    const page = await pageAt(bytes, at);
    if (!page) break;
    // A stream that begins again would have a second comment.
    if (page.isFirst && streams.has(page.serial)) throw damaged();
    collect(streams, page);
    at = page.end;
  }
  if (streams.size === 0) throw damaged();
  plan.cut(at);
  for (const [first, comment] of streams.values()) if (first) await empty(bytes, plan, first, comment);
}

async function pageAt(bytes: Bytes, at: number): Promise<Page | null> {
  if (at + HEAD > bytes.size) return null;
  const head = await bytes.read(at, HEAD);
  const count = head[26] ?? 0;
  if (head.toString("latin1", 0, 4) !== "OggS" || head[4] !== 0 || at + HEAD + count > bytes.size) return null;
  const segments = await bytes.read(at + HEAD, count);
  const content = at + HEAD + count;
  const end = content + segments.reduce((sum, length) => sum + length, 0);
  const isFirst = ((head[5] ?? 0) & 2) !== 0;
  return end <= bytes.size ? { at, content, end, serial: head.readUInt32LE(14), isFirst, segments } : null;
}

/** Adds what a page has of the first two packets of its stream. */
function collect(streams: Map<number, Packet[]>, page: Page): void {
  const packets = streams.get(page.serial) ?? [{ pieces: [] }];
  streams.set(page.serial, packets);
  let { content } = page;
  for (const length of page.segments) {
    if (packets.length > 2) return;
    packets.at(-1)?.pieces.push({ page, at: content, length });
    content += length;
    // A full segment goes on in the next one.
    if (length < 255) packets.push({ pieces: [] });
  }
}

async function empty(bytes: Bytes, plan: Plan, first: Packet, comment: Packet | undefined): Promise<void> {
  const beginning = await contentOf(bytes, first);
  const format = FORMATS.find((one) => beginning.subarray(0, one.first.length).equals(one.first));
  if (!format || !comment || comment.pieces.length === 0) return;
  const text = await contentOf(bytes, comment);
  // The name of the program and then no comments: it takes all the room.
  const room = text.length - format.prefix - 8 - (format.isEnded ? 1 : 0);
  if (room < 0) throw damaged();
  text.fill(0, format.prefix);
  text.writeUInt32LE(room, format.prefix);
  text.fill(" ", format.prefix + 4, format.prefix + 4 + room);
  if (format.isEnded) text[text.length - 1] = 1;
  await put(bytes, plan, comment, text);
}

async function contentOf(bytes: Bytes, { pieces }: Packet): Promise<Buffer> {
  if (pieces.reduce((sum, { length }) => sum + length, 0) > LARGEST_COMMENT) throw damaged();
  const read: Buffer[] = [];
  for (const { at, length } of pieces) read.push(await bytes.read(at, length));
  return Buffer.concat(read);
}

/** Writes a packet, and the pages' checksums anew. */
async function put(bytes: Bytes, plan: Plan, { pieces }: Packet, text: Buffer): Promise<void> {
  let done = 0;
  for (const [page, ofPage] of Map.groupBy(pieces, ({ page }) => page)) {
    const whole = await bytes.read(page.at, page.end - page.at);
    for (const { at, length } of ofPage) {
      text.copy(whole, at - page.at, done, done + length);
      done += length;
    }
    whole.writeUInt32LE(0, CRC);
    whole.writeUInt32LE(checksum(whole), CRC);
    plan.put(page.at, whole);
  }
}

/** Ogg's own CRC: polynomial 0x04c11db7, not reflected, from 0. */
export function checksum(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc & 0x80000000 ? 0x04c11db7 : 0);
  }
  return crc >>> 0;
}
