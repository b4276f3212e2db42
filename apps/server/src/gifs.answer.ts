import type { FoundGifs, GifQuestion } from "@bbux/api";
import { type Gif, isGifUrl } from "@bbux/contract";
import { z } from "zod";

const LONGEST_TITLE = 100;

/** Pixels, which the service writes as a string. */
const pixels = z.coerce.number().int().min(1).max(10_000);
const rendition = z
  .object({ url: z.string(), width: pixels, height: pixels })
  .optional()
  // One that is of no use is none: another may be.
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
 * What the service found, from its own form (`data[].images.{original, downsized, fixed_width …}`). Left out: what is not
 * whole, what is not for everybody, and pictures that lie anywhere but on the service's media hosts.
 * @returns null when it is not an answer of the service
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
  // To send: as the service made it for messages, at most 2 MB. To choose by: 200 px wide, or what comes near.
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

/** Without the query, in which the service counts who asked; null when it is not a picture of the service's. */
function plainUrl(value: string): string | null {
  if (!URL.canParse(value)) return null;
  const url = new URL(value);
  url.search = "";
  url.hash = "";
  return isGifUrl(url.href) ? url.href : null;
}

/** One line that a message's form can carry: no brackets, nothing that is not a sign to be read. */
function plainTitle(title: string): string {
  const plain = title
    .toWellFormed()
    .replaceAll(/[\p{C}\s[\]()]+/gu, " ")
    .trim();
  return [...plain].slice(0, LONGEST_TITLE).join("").trim() || "GIF";
}
