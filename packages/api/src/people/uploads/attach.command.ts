import { UPLOAD_KEY } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Kysely } from "kysely";

const EVERY_KEY = new RegExp(UPLOAD_KEY, "g");

/**
 * Marks uploads as used, so they are kept: those in the media of what was written and those named in its text. They are
 * kept for good, because earlier versions still show them. Costs nothing without uploads.
 */
export async function attachUploads(
  db: Kysely<DB>,
  now: Date,
  written: {
    readonly content: string;
    readonly media?: readonly { readonly url: string; readonly thumbnailUrl?: string | null | undefined }[] | undefined;
  },
): Promise<void> {
  const urls = (written.media ?? []).flatMap(({ url, thumbnailUrl }) => (thumbnailUrl ? [url, thumbnailUrl] : [url]));
  const keys = [written.content, ...urls].flatMap((text) => text.match(EVERY_KEY) ?? []);
  if (keys.length === 0 && urls.length === 0) return;
  await db
    .updateTable("uploads")
    .set({ attached_at: now })
    .where("attached_at", "is", null)
    .where("removed_at", "is", null)
    // Also by address, because a hosting service chooses its own file names.
    .where((eb) => eb.or([eb("key", "in", ["", ...keys]), eb("url", "in", ["", ...urls])]))
    .execute();
}
