import type { mediaItem } from "@bbux/contract";
import { z } from "zod";
import { newKey } from "../../intent.ts";

/** Uploaded media of something that is being written. `key` tells it from its siblings, `at` in which order it was chosen. */
export const mediaDraft = z.object({
  key: z.string(),
  at: z.number(),
  type: z.string(),
  url: z.string(),
  thumbnailUrl: z.string().nullable(),
  isScreenRecording: z.boolean(),
});
export type MediaDraft = z.infer<typeof mediaDraft>;

/** Media of a post, to be edited. */
export function draftsOf(media: readonly z.output<typeof mediaItem>[]): MediaDraft[] {
  return media.map(({ type, url, thumbnailUrl = null, isScreenRecording = false }) => ({
    ...{ key: newKey(), at: 0, type, url, thumbnailUrl, isScreenRecording },
  }));
}

/** Media to send. */
export function mediaOf(drafts: readonly MediaDraft[]): z.input<typeof mediaItem>[] {
  return drafts.map(({ type, url, thumbnailUrl, isScreenRecording }) => ({
    ...{ type, url, isScreenRecording },
    ...(thumbnailUrl !== null && { thumbnailUrl }),
  }));
}

/** With a new one: of several uploads at once the small ones end first, so that it goes where it was chosen. */
export function withMedia(list: readonly MediaDraft[], added: MediaDraft): MediaDraft[] {
  const later = list.findIndex(({ at }) => at > added.at);
  return later === -1 ? [...list, added] : list.toSpliced(later, 0, added);
}

/** With one moved by so many places; what would leave the list stays at its end. */
export function moved(list: readonly MediaDraft[], key: string, by: number): MediaDraft[] {
  const from = list.findIndex((item) => item.key === key);
  const item = list[from];
  if (!item) return [...list];
  const to = Math.max(0, Math.min(list.length - 1, from + by));
  // Moved by hand: what still comes goes to the end, not before it.
  return list
    .toSpliced(from, 1)
    .toSpliced(to, 0, item)
    .map((one) => ({ ...one, at: 0 }));
}
