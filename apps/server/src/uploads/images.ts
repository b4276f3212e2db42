import { stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError, type LocalFile } from "@bbux/api";
import { UPLOADS } from "@bbux/contract";
import { ChildFailure, createChild } from "../child.ts";
import { IMAGE_SECONDS, type ImageJob, type ImageResult, imageResult } from "./images.protocol.ts";

/** After this long without work, the process ends. */
const IDLE_MS = 15_000;
/** The child's own limit applies first. */
const PATIENCE_MS = (IMAGE_SECONDS + 15) * 1_000;
/** Next to this file in the source, next to the bundle once built. */
const CHILD = join(import.meta.dirname, import.meta.filename.endsWith(".ts") ? "images.child.ts" : "images.child.js");

/** Decoded pixels take many times the file's size, so only one image at a time is in memory; the others wait on disk. */
const images = createChild<Omit<ImageJob, "id">, ImageResult>(imageResult, {
  name: "images",
  file: CHILD,
  patienceMs: PATIENCE_MS,
  idleMs: IDLE_MS,
  waiting: 50,
  env: { MALLOC_ARENA_MAX: "2" },
  execArgv: ["--max-old-space-size=128"],
});

export interface Wanted {
  /** Where the new image is written. */
  readonly into: string;
  /** The side of a square in pixels; otherwise the original size, within the storage limit. */
  readonly square?: number;
  /** Keeps all of the image in the square, as a PNG, instead of cutting it. */
  readonly whole?: boolean;
  /** The message for a file that only starts like an image. */
  readonly notAnImage: string;
}

/**
 * Re-encodes an image from its pixels in a separate process: upright, without metadata or anything else the file carried.
 * Animations stay animated.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE if it can't be read, VALIDATION_ERROR if it has too many pixels
 */
export async function reencode(path: string, { into, square, whole, notAnImage }: Wanted): Promise<LocalFile> {
  const result = await ask({ path, into, ...(square !== undefined && { square }), ...(whole && { whole }) });
  if (result.outcome === "written") {
    return { path: into, bytes: (await stat(into)).size, contentType: result.contentType };
  }
  const cause = new Error(result.reason);
  if (result.outcome === "unreadable") throw new AppError("UNSUPPORTED_MEDIA_TYPE", { message: notAnImage, cause });
  const [still, moving] = [UPLOADS.pixels, UPLOADS.animatedPixels].map((pixels) => pixels / 1_000_000);
  const message =
    result.outcome === "too slow"
      ? "This image takes too long to process. Please try a smaller one."
      : `Images may have at most ${still} megapixels, animations ${moving} in all their frames`;
  throw new AppError("VALIDATION_ERROR", { message, details: [{ field: "file", message }], cause });
}

/** If the process can't answer, the image counts as unreadable. */
async function ask(job: Omit<ImageJob, "id">): Promise<ImageResult> {
  try {
    return await images.ask(job);
  } catch (error) {
    if (!(error instanceof ChildFailure)) throw error;
    return { id: 0, outcome: error.kind === "silent" ? "too slow" : "unreadable", reason: error.message };
  }
}
