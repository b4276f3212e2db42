import { stat } from "node:fs/promises";
import { AppError, type LocalFile } from "@bbux/api";
import { UPLOADS } from "@bbux/contract";
import type { Metadata, Sharp } from "sharp";
import { createGate } from "./gate.ts";

/** Pixels are many times the size of a file, so one image at a time is in memory; the others wait on the disk. */
const oneImage = createGate({ atOnce: 1, waiting: 50 });
const SECONDS = 30;
/** Of WebP, GIF and the rest as the decoder calls them. */
const FORMATS: readonly string[] = ["jpeg", "png", "webp", "gif", "heif"];

export interface Wanted {
  /** Where the new image is written. */
  readonly into: string;
  /** A square of so many pixels, else as large as it is. */
  readonly square?: number;
  /** Said of what is no image although it begins like one. */
  readonly notAnImage: string;
}

/**
 * Writes an image anew from its pixels: upright, without metadata, without whatever else the file carried. Animations
 * stay animated; AVIF, which is slow to write, becomes WebP.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for what cannot be read, VALIDATION_ERROR for too many pixels
 */
export function reencode(path: string, wanted: Wanted): Promise<LocalFile> {
  return oneImage(async () => {
    const sharp = await loadSharp();
    const open = (options: object) => sharp(path, { failOn: "error", ...options });
    try {
      const facts = await open({ limitInputPixels: false, animated: true }).metadata();
      const isAnimated = (facts.pages ?? 1) > 1 && wanted.square === undefined;
      demandSize(facts, isAnimated);
      const limitInputPixels = isAnimated ? UPLOADS.animatedPixels : UPLOADS.pixels;
      const image = open({ limitInputPixels, animated: isAnimated }).timeout({ seconds: SECONDS });
      const { pipeline, contentType } = wanted.square
        ? squareOf(image.autoOrient(), wanted.square)
        : as(facts.format, isAnimated ? image : image.autoOrient());
      await pipeline.toFile(wanted.into);
      return { path: wanted.into, bytes: (await stat(wanted.into)).size, contentType };
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError("UNSUPPORTED_MEDIA_TYPE", { message: wanted.notAnImage, cause: error });
    }
  });
}

function demandSize({ format, width, height, pageHeight, pages = 1 }: Metadata, isAnimated: boolean): void {
  if (format === undefined || !FORMATS.includes(format)) throw new Error("The decoder sees another type");
  const frame = width * (pageHeight ?? height);
  const isTooLarge = isAnimated ? frame * pages > UPLOADS.animatedPixels : frame > UPLOADS.pixels;
  if (!isTooLarge) return;
  const message = `Images may have at most ${UPLOADS.pixels / 1_000_000} megapixels, animations ${UPLOADS.animatedPixels / 1_000_000} in all frames`;
  throw new AppError("VALIDATION_ERROR", { message, details: [{ field: "file", message }] });
}

type Written = { readonly pipeline: Sharp; readonly contentType: string };

function squareOf(image: Sharp, side: number): Written {
  return { pipeline: image.resize(side, side, { fit: "cover" }).webp({ quality: 86 }), contentType: "image/webp" };
}

function as(format: Metadata["format"], image: Sharp): Written {
  if (format === "jpeg") return { pipeline: image.jpeg({ quality: 88 }), contentType: "image/jpeg" };
  if (format === "png") return { pipeline: image.png(), contentType: "image/png" };
  if (format === "gif") return { pipeline: image.gif({ effort: 3 }), contentType: "image/gif" };
  return { pipeline: image.webp({ quality: 88, effort: 3 }), contentType: "image/webp" };
}

/** Loaded with the first image: many processes (commands, tests, the document) never see one. */
async function loadSharp() {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
