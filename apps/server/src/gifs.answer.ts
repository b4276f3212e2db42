import type { FoundGifs, GifQuestion } from "@bbux/api";
import { type Gif, isGifUrl } from "@bbux/contract";
import { z } from "zod";

const LONGEST_TITLE = 100;

/** Pixels, which the service sends as a string. */
const pixels = z.coerce.number().int().min(1).max(10_000);
const rendition = z
  .object({ url: z.string(), width: pixels, height: pixels })
  .optional()
  // An unusable rendition counts as missing, because another may do.
  .catch(undefined);
type Rendition = z.infer<typeof rendition>;

const item = z.object({
  id: z.string().min(1).max(100),
  title: z.string().catch(""),
  rating: z.string().optional(),
  images: z.object({
    original: rendition,
    downsized: rendition,
    downsized_medium: rendition,
    fixed_width: rendition,
    fixed_width_downsampled: rendition,
    fixed_width_small: rendition,
  }),
});

const answer = z.object({
  data: z.array(z.unknown()).max(100),
  pagination: z.object({ total_count: z.int().min(0).catch(0) }).catch({ total_count: 0 }),
});

/**
 * Parses the service's search results (`data[].images.{original, downsized, fixed_width …}`). Leaves out incomplete GIFs, those not
 * suitable for everyone, and images that aren't on the service's media hosts.
 * @returns null if it isn't a response of the service
 */
export function readAnswer(body: unknown, { limit, offset }: GifQuestion): FoundGifs | null {
  const read = answer.safeParse(body);
  if (!read.success) return null;
  const gifs = read.data.data.slice(0, limit).flatMap((one) => gifOf(one) ?? []);
  return { gifs, pagination: { total: read.data.pagination.total_count, count: gifs.length, offset } };
}

function gifOf(value: unknown): Gif | null {
  const read = item.safeParse(value);
  if (!read.success) return null;
  const { id, title, rating, images } = read.data;
  if (rating !== undefined && rating !== "g" && rating !== "y") return null;
  // For sending: the service's rendition for messages, at most 2 MB. For choosing: 200 px wide or close to it.
  const whole = usable(images.downsized, images.downsized_medium, images.original, images.fixed_width);
  const preview = usable(images.fixed_width, images.fixed_width_downsampled, images.fixed_width_small) ?? whole;
  if (!whole || !preview) return null;
  const { width, height } = preview;
  return { id, title: plainTitle(title), url: whole.url, previewUrl: preview.url, width, height };
}

function usable(...renditions: Rendition[]): Exclude<Rendition, undefined> | undefined {
  for (const one of renditions) {
    const url = one && plainUrl(one.url);
    if (url) return { ...one, url };
  }
  return undefined;
}

/** Drops the query, which the service uses for tracking; null if the address isn't one of the service's images. */
function plainUrl(value: string): string | null {
  if (!URL.canParse(value)) return null;
  const url = new URL(value);
  url.search = "";
  url.hash = "";
  return isGifUrl(url.href) ? url.href : null;
}

/** One line that fits a message's format: no brackets, printable characters only. */
function plainTitle(title: string): string {
  const plain = title
    .toWellFormed()
    .replaceAll(/[\p{C}\s[\]()]+/gu, " ")
    .trim();
  return [...plain].slice(0, LONGEST_TITLE).join("").trim() || "GIF";
}
