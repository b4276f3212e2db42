import { type Bytes, damaged, extraTrack, type Plan } from "./plan.ts";

// Matroska's elements (RFC 9559): an id, a size and a payload, one in the other.

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const TRACK_TYPE = 0x83;
/** Video and audio. Others can have anything in their blocks, such as places as subtitles. */
const SHOWN = new Set([1, 2]);
const VOID = 0xec;
/** Kept whole in a segment: where things are. */
const INDEXES = new Set([0x114d9b74, 0x1c53bb6b]);
/** Of the segment's description: time scale, duration, and the names of the programs, which are required. */
const DESCRIBED = new Set([0x2ad7b1, 0x4489, 0x4d80, 0x5741]);
/** Of a track: its name, and a checksum that would no longer be right. */
const NAME_OR_SUM = new Set([0x536e, 0xbf]);
/** What a cluster of unknown size may contain: it ends before anything else. */
const IN_CLUSTER = new Set([0xe7, 0xa3, 0xa0, 0xab, 0xa7, 0x5854, 0xaf, VOID, 0xbf]);

interface Element {
  readonly id: number;
  readonly at: number;
  readonly payload: number;
  /** Null if its size is unknown: it reaches as far as its content. */
  readonly end: number | null;
}

/**
 * Plans what is left of a WebM file: its tracks and clusters, and where they are. Tags, attachments, chapters, titles, dates and
 * everything unknown become void elements of the same size, so that nothing moves. Bytes after the segment are cut off.
 * @throws RefusedVideo for a file without tracks or clusters, or with tracks of another kind
 */
export async function planWebm(bytes: Bytes, plan: Plan): Promise<void> {
  const header = await elementAt(bytes, 0, bytes.size);
  if (header?.id !== EBML || header.end === null) throw damaged();
  const segment = await elementAt(bytes, header.end, bytes.size);
  if (segment?.id !== SEGMENT) throw damaged();
  const end = segment.end ?? bytes.size;
  const found = new Set<number>();
  let at = segment.payload;
  while (at < end) {
    const element = await elementAt(bytes, at, end);
    const next = element && (await endOf(bytes, element, end));
    if (!element || next === null) break;
    found.add(element.id);
    if (element.id === INFO) await empty(bytes, plan, element.payload, next, (id) => !DESCRIBED.has(id));
    else if (element.id === TRACKS) await tidyTracks(bytes, plan, element.payload, next);
    else if (element.id !== CLUSTER && !INDEXES.has(element.id)) makeVoid(plan, element.at, next);
    at = next;
  }
  if (!found.has(TRACKS) || !found.has(CLUSTER)) throw damaged();
  // A segment that says it goes on, and doesn't, is incomplete.
  if (at < end && segment.end !== null) throw damaged();
  plan.cut(at);
}

async function tidyTracks(bytes: Bytes, plan: Plan, from: number, to: number): Promise<void> {
  await empty(bytes, plan, from, to, (id) => id !== TRACK);
  for await (const track of elementsIn(bytes, from, to)) {
    if (track.id !== TRACK) continue;
    for await (const { id, payload, end } of elementsIn(bytes, track.payload, track.end)) {
      if (id === TRACK_TYPE && !SHOWN.has((await bytes.read(payload, end - payload)).at(-1) ?? 0)) throw extraTrack();
    }
    await empty(bytes, plan, track.payload, track.end, (id) => NAME_OR_SUM.has(id));
  }
}

/** Makes the elements void that match. */
async function empty(bytes: Bytes, plan: Plan, from: number, to: number, matches: (id: number) => boolean) {
  for await (const { id, at, end } of elementsIn(bytes, from, to))
    if (matches(id) || id === VOID) makeVoid(plan, at, end);
}

async function* elementsIn(bytes: Bytes, from: number, to: number): AsyncGenerator<Element & { readonly end: number }> {
  for (let at = from; at < to; ) {
    const element = await elementAt(bytes, at, to);
    if (!element || element.end === null) throw damaged();
    yield { ...element, end: element.end };
    at = element.end;
  }
}

/** Where an element of the segment ends; null if that can't be told. */
async function endOf(bytes: Bytes, { id, payload, end }: Element, limit: number): Promise<number | null> {
  if (end !== null) return end;
  if (id !== CLUSTER) return null;
  let at = payload;
  while (at < limit) {
    const inner = await elementAt(bytes, at, limit);
    if (!inner || inner.end === null || !IN_CLUSTER.has(inner.id)) break;
    at = inner.end;
  }
  return at;
}

/** @returns null if there is no element that fits */
async function elementAt(bytes: Bytes, at: number, limit: number): Promise<Element | null> {
  const head = await bytes.read(at, Math.min(12, limit - at));
  const idLength = lengthOf(head[0]);
  if (idLength > 4 || idLength + 1 > head.length) return null;
  const sizeLength = lengthOf(head[idLength]);
  if (sizeLength > 8 || idLength + sizeLength > head.length) return null;
  const id = head.readUIntBE(0, idLength);
  const payload = at + idLength + sizeLength;
  let size = (head[idLength] ?? 0) & (0xff >> sizeLength);
  let isUnknown = size === 0xff >> sizeLength;
  for (const byte of head.subarray(idLength + 1, idLength + sizeLength)) {
    size = size * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  if (isUnknown) return { id, at, payload, end: null };
  return payload + size <= limit ? { id, at, payload, end: payload + size } : null;
}

/** How many bytes a number has, by the leading zeros of its first byte; 9 if that isn't the first byte of one. */
const lengthOf = (first = 0): number => Math.clz32(first) - 23;

/** Makes everything from here to there one void element. */
function makeVoid(plan: Plan, from: number, to: number): void {
  const length = Math.min(8, to - from - 1);
  const head = Buffer.alloc(1 + length);
  head[0] = VOID;
  head.writeUIntBE(to - from - 1 - length, 1 + Math.max(0, length - 6), Math.min(6, length));
  head[1] = (head[1] ?? 0) | (0x80 >> (length - 1));
  plan.put(from, head);
  plan.blank(from + head.length, to);
}
