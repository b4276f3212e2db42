import { type Bytes, damaged } from "./plan.ts";

/** A box of an MP4 or QuickTime file (ISO/IEC 14496-12): its header is from `at`, its payload from `payload` to `end`. */
export interface Box {
  readonly type: string;
  readonly at: number;
  readonly payload: number;
  readonly end: number;
}

/**
 * Reads the header of the box at this place.
 * @param end where its container ends; null for the file, whose last box may leave its size open
 * @returns null if there is no box that fits
 */
export async function boxAt(bytes: Bytes, at: number, end: number | null): Promise<Box | null> {
  const limit = end ?? bytes.size;
  if (at + 8 > limit) return null;
  const head = await bytes.read(at, 8);
  const type = head.toString("latin1", 4, 8);
  const size = head.readUInt32BE(0);
  if (size === 0) return end === null ? { type, at, payload: at + 8, end: limit } : null;
  if (size !== 1) return size >= 8 && at + size <= limit ? { type, at, payload: at + 8, end: at + size } : null;
  if (at + 16 > limit) return null;
  const long = Number((await bytes.read(at + 8, 8)).readBigUInt64BE());
  return long >= 16 && at + long <= limit ? { type, at, payload: at + 16, end: at + long } : null;
}

/** The boxes in a container, one after the other; what is too short for one at its end is passed over. @throws RefusedVideo */
export async function* boxesIn(bytes: Bytes, { payload, end }: Pick<Box, "payload" | "end">): AsyncGenerator<Box> {
  for (let at = payload; at + 8 <= end; ) {
    const box = await boxAt(bytes, at, end);
    if (!box) throw damaged();
    yield box;
    at = box.end;
  }
}

/** The first box at the end of a path of types. */
export async function findBox(bytes: Bytes, within: Box, path: readonly string[]): Promise<Box | null> {
  const [type, ...rest] = path;
  if (type === undefined) return within;
  for await (const box of boxesIn(bytes, within)) if (box.type === type) return findBox(bytes, box, rest);
  return null;
}
