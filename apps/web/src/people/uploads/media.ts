import type { mediaItem } from "@bbux/contract";
import { z } from "zod";
import { newKey } from "../../lib/intent.ts";

/**
 * Uploaded media of an unfinished text. `key` distinguishes it from its siblings, `at` is its position in the order of
 * choosing.
 */
export const mediaDraft = z.object({
  key: z.string(),
  at: z.number(),
  type: z.string(),
  url: z.string(),
  thumbnailUrl: z.string().nullable(),
  isScreenRecording: z.boolean(),
});
export type MediaDraft = z.infer<typeof mediaDraft>;

/** Converts a post's media for editing. */
export function draftsOf(media: readonly z.output<typeof mediaItem>[]): MediaDraft[] {
  return media.map(({ type, url, thumbnailUrl = null, isScreenRecording = false }) => ({
    key: newKey(),
    at: 0,
    type,
    url,
    thumbnailUrl,
    isScreenRecording,
  }));
}

/** Converts the media to send. */
export function mediaOf(drafts: readonly MediaDraft[]): z.input<typeof mediaItem>[] {
  return drafts.map(({ type, url, thumbnailUrl, isScreenRecording }) => ({
    type,
    url,
    isScreenRecording,
    ...(thumbnailUrl !== null && { thumbnailUrl }),
  }));
}

/** Inserts a new upload where it was chosen, because of several uploads the small ones finish first. */
export function withMedia(list: readonly MediaDraft[], added: MediaDraft): MediaDraft[] {
  const later = list.findIndex(({ at }) => at > added.at);
  return later === -1 ? [...list, added] : list.toSpliced(later, 0, added);
}

/** Moves one by a number of places, at most to the end of the list. */
export function moved(list: readonly MediaDraft[], key: string, by: number): MediaDraft[] {
  const from = list.findIndex((item) => item.key === key);
  const item = list[from];
  if (!item) return [...list];
  const to = Math.max(0, Math.min(list.length - 1, from + by));
  // After a manual move later uploads go to the end.
  return list
    .toSpliced(from, 1)
    .toSpliced(to, 0, item)
    .map((one) => ({ ...one, at: 0 }));
}
