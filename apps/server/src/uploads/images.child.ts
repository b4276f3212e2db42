import { setPriority } from "node:os";
import { UPLOADS } from "@bbux/contract";
import sharp, { type Metadata, type Sharp } from "sharp";
import { IMAGE_SECONDS, type ImageJob, type ImageResult, imageJob } from "./images.protocol.ts";

/*
 * A separate process that re-encodes images: the memory its decoders use isn't the server's and is freed when it ends, a file
 * that crashes them breaks nothing else, and it has none of the server's secrets.
 */

/** The accepted formats, by the decoder's own names; AVIF belongs to the HEIF family. */
const FORMATS: readonly string[] = ["jpeg", "png", "webp", "gif", "heif"];

class TooManyPixels extends Error {}

async function write({ id, path, into, square, whole = false }: ImageJob): Promise<ImageResult> {
  const open = (options: object) => sharp(path, { failOn: "error", ...options });
  try {
    const facts = await open({ limitInputPixels: false, animated: true }).metadata();
    const isAnimated = (facts.pages ?? 1) > 1 && square === undefined;
    requireAllowedSize(facts, isAnimated);
    const limitInputPixels = isAnimated ? UPLOADS.animatedPixels : UPLOADS.pixels;
    const image = open({ limitInputPixels, animated: isAnimated }).timeout({ seconds: IMAGE_SECONDS });
    const upright = isAnimated ? image : image.autoOrient();
    const { pipeline, contentType } = square
      ? squared(upright, square, whole)
      : as(facts.format, isAnimated ? upright : withinStored(upright, facts));
    await pipeline.toFile(into);
    return { id, outcome: "written", contentType };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof TooManyPixels) return { id, outcome: "too many pixels", reason };
    return { id, outcome: reason.includes("timeout") ? "too slow" : "unreadable", reason };
  }
}

function requireAllowedSize({ format, width, height, pageHeight, pages = 1 }: Metadata, isAnimated: boolean): void {
  if (format === undefined || !FORMATS.includes(format)) throw new Error("The decoder sees another type");
  const frame = width * (pageHeight ?? height);
  if (isAnimated ? frame * pages > UPLOADS.animatedPixels : frame > UPLOADS.pixels) throw new TooManyPixels();
}

/** Cut to a square, or all of it in a transparent one: as PNG, because mail programs and documents know no WebP. */
function squared(image: Sharp, side: number, whole: boolean): { pipeline: Sharp; contentType: string } {
  if (!whole) {
    return { pipeline: image.resize(side, side, { fit: "cover" }).webp({ quality: 86 }), contentType: "image/webp" };
  }
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const pipeline = image.resize(side, side, { fit: "contain", background }).png({ compressionLevel: 9, palette: true });
  return { pipeline, contentType: "image/png" };
}

/** Scaled down proportionally if it has more pixels than anyone needs. */
function withinStored(image: Sharp, { autoOrient: { width, height } }: Metadata): Sharp {
  const scale = Math.sqrt(UPLOADS.storedPixels / (width * height));
  if (scale >= 1) return image;
  return image.resize({ width: Math.floor(width * scale), height: Math.floor(height * scale), fit: "inside" });
}

/** AVIF is slow to encode and becomes WebP; the other formats stay what they are. */
function as(format: Metadata["format"], image: Sharp): { pipeline: Sharp; contentType: string } {
  if (format === "jpeg") return { pipeline: image.jpeg({ quality: 88 }), contentType: "image/jpeg" };
  if (format === "png") return { pipeline: image.png(), contentType: "image/png" };
  if (format === "gif") return { pipeline: image.gif({ effort: 1 }), contentType: "image/gif" };
  return { pipeline: image.webp({ quality: 88, effort: 3 }), contentType: "image/webp" };
}

// Server responses have priority over images.
setPriority(5);
sharp.concurrency(1);
sharp.cache(false);
process.on("disconnect", () => process.exit());
process.on("message", (message) => {
  void write(imageJob.parse(message)).then((result) => process.send?.(result));
});
