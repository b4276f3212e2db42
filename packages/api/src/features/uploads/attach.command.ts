import { UPLOAD_KEY } from "@bbux/contract";
import type { DB } from "@bbux/db";
import type { Kysely } from "kysely";

const EVERY_KEY = new RegExp(UPLOAD_KEY, "g");

/**
 * Notes that uploads are in use, so that they stay: those in the media of what was written and those that its text
 * names. Once attached they stay for good, because earlier versions still show them. Costs nothing where there are none.
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
    // By address, too: a hosting service names files as it likes.
    .where((eb) => eb.or([eb("key", "in", ["", ...keys]), eb("url", "in", ["", ...urls])]))
    .execute();
}
