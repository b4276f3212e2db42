import type { FileHandle } from "node:fs/promises";
import type { VideoProblem } from "./videos.protocol.ts";

const WINDOW = 64 * 1024;
/** The most parts that a video of the largest size can sensibly have; more would only keep the server busy. */
const MOST_PARTS = 500_000;

/** What of a video has to change, so that only the video is left. Nothing moves, so whatever counts bytes stays right. */
export interface Plan {
  /** Overwrites the bytes here. */
  put(at: number, bytes: Uint8Array): void;
  /** Overwrites everything from here to there with zeros. */
  blank(from: number, to: number): void;
  /** What comes after this isn't part of the video. */
  cut(at: number): void;
}

/** A file that is read here and there, mostly onwards. */
export interface Bytes {
  readonly size: number;
  /** @throws RefusedVideo beyond the end */
  read(at: number, length: number): Promise<Buffer>;
}

/** A video that can't be cleaned. */
export class RefusedVideo extends Error {
  override readonly name = "RefusedVideo";
  readonly problem: VideoProblem;

  constructor(problem: VideoProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** The refusal of a file that isn't a whole video of its type. */
export const damaged = () => new RefusedVideo("damaged");

/** The refusal of a video with a track that can't be taken out of it. */
export const extraTrack = () => new RefusedVideo("extraTrack");

export function bytesOf(file: FileHandle, size: number): Bytes {
  let start = 0;
  let window = Buffer.alloc(0);
  let parts = 0;
  return {
    size,
    async read(at, length) {
      if (at < 0 || length < 0 || at + length > size || ++parts > MOST_PARTS) throw damaged();
      if (at < start || at + length > start + window.length) {
        const wanted = Buffer.allocUnsafe(Math.min(Math.max(length, WINDOW), size - at));
        const { bytesRead } = await file.read(wanted, 0, wanted.length, at);
        if (bytesRead < length) throw damaged();
        start = at;
        window = wanted.subarray(0, bytesRead);
      }
      // A copy, because the window is replaced while callers still use what they read.
      return Buffer.from(window.subarray(at - start, at - start + length));
    },
  };
}

/** Collects what has to change. */
export function createPlan(size: number): Plan & { apply(file: FileHandle): Promise<number> } {
  const edits: { readonly at: number; readonly bytes: Uint8Array | number }[] = [];
  let end = size;
  return {
    put: (at, bytes) => void edits.push({ at, bytes }),
    blank: (from, to) => void (to > from && edits.push({ at: from, bytes: to - from })),
    cut(at) {
      end = Math.min(end, at);
    },
    /** In order, so that a later edit prevails. @returns the new size of the file */
    async apply(file) {
      for (const { at, bytes } of edits) {
        if (typeof bytes === "number") await writeZeros(file, at, bytes);
        else await writeAll(file, bytes, at);
      }
      await file.truncate(end);
      return end;
    },
  };
}

const ZEROS = Buffer.alloc(WINDOW);

async function writeZeros(file: FileHandle, from: number, count: number): Promise<void> {
  for (let left = count; left > 0; left -= WINDOW) {
    await writeAll(file, ZEROS.subarray(0, Math.min(left, WINDOW)), from + count - left);
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
  }
}
