import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { MediaStorage } from "../../platform/context/index.ts";
import { AppError } from "../../platform/errors/errors.ts";
import { type Picture, pictures } from "./pictures.ts";
import { ago, type Known, need, type Stored, type Trx } from "./written.ts";

/** Stores the pictures; may be repeated. The demo starts without them when the storage is out of reach. */
export async function putPictures(media: MediaStorage): Promise<ReadonlyMap<Picture, Stored>> {
  const stored = new Map<Picture, Stored>();
  for (const name of Object.keys(pictures) as Picture[]) {
    const { key, base64 } = pictures[name];
    const content = Buffer.from(base64, "base64");
    const path = join(media.incoming, `${randomUUID()}.png`);
    try {
      await writeFile(path, content);
      const url = await media.put(key, { path, bytes: content.length, contentType: "image/png" });
      stored.set(name, { key, url, bytes: content.length });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    } finally {
      await rm(path, { force: true });
    }
  }
  return stored;
}

/** Records a picture's owner and that a post shows it. */
export async function recordPictures(
  trx: Trx,
  { now, users }: Known,
  shown: readonly { readonly author: string; readonly daysAgo: number; readonly picture: Stored }[],
): Promise<void> {
  if (shown.length === 0) return;
  await trx
    .insertInto("uploads")
    .values(
      shown.map(({ author, daysAgo, picture }) => ({
        ...picture,
        owner_id: need(users, author),
        kind: "IMAGE",
        created_at: ago(now, daysAgo),
        attached_at: ago(now, daysAgo),
      })),
    )
    .execute();
}
