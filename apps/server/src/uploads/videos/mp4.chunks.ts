import { type Box, findBox } from "./mp4.boxes.ts";
import { type Bytes, damaged, type Plan } from "./plan.ts";

/** Samples of one track that follow each other in the file. */
export interface Chunk {
  readonly at: number;
  readonly isShown: boolean;
}

/** The most chunks of one track. */
const MOST = 1_000_000;
/** Entries that are read at a time. */
const PAGE = 8_000;

/** Where the chunks of a track begin, according to its `stco` or `co64`. */
export async function chunksOf(bytes: Bytes, track: Box, isShown: boolean): Promise<Chunk[]> {
  const table = await findBox(bytes, track, ["mdia", "minf", "stbl"]);
  if (!table) throw damaged();
  const long = await findBox(bytes, table, ["co64"]);
  const box = long ?? (await findBox(bytes, table, ["stco"]));
  if (!box) return [];
  const width = long ? 8 : 4;
  const count = (await bytes.read(box.payload + 4, 4)).readUInt32BE();
  if (count > MOST || box.payload + 8 + count * width > box.end) throw damaged();
  const chunks: Chunk[] = [];
  for (let first = 0; first < count; first += PAGE) {
    const page = await bytes.read(box.payload + 8 + first * width, Math.min(PAGE, count - first) * width);
    for (let at = 0; at < page.length; at += width) {
      chunks.push({ at: long ? Number(page.readBigUInt64BE(at)) : page.readUInt32BE(at), isShown });
    }
  }
  return chunks;
}

/**
 * Blanks what no shown track has in the media data: before the first chunk, and from each chunk of another track to the next one.
 * How long a chunk is can't be told for every format, so what follows a shown one up to the next stays.
 */
export function blankAround(plan: Plan, media: readonly Box[], chunks: readonly Chunk[]): void {
  // Of two at one place, the shown one is last and decides.
  const sorted = [...chunks].sort((a, b) => a.at - b.at || Number(a.isShown) - Number(b.isShown));
  let next = 0;
  // Both are in the order of the file, and gone through once: there may be a million of one and half a million of the other.
  for (const { payload, end } of media) {
    let from = payload;
    let isShown = false;
    for (let chunk = sorted[next]; chunk && chunk.at < end; chunk = sorted[++next]) {
      if (chunk.at < payload) continue;
      if (!isShown) plan.blank(from, chunk.at);
      from = chunk.at;
      isShown = chunk.isShown;
    }
    if (!isShown) plan.blank(from, end);
  }
}
