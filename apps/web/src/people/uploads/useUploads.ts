import { useEffect, useState, useSyncExternalStore } from "react";
import { kindOf } from "./file.ts";
import { type Send, type Upload, UploadQueue } from "./queue.ts";
import { sendMedia } from "./send.ts";
import { thumbnailOf } from "./thumbnail.ts";

/** Sends the file, and for a video then a thumbnail of second 1, which is optional. */
const send: Send = async ({ file }, watch) => {
  const { secure_url, type } = await sendMedia(file, watch);
  const picture = type === "VIDEO" && kindOf(file) === "VIDEO" ? await thumbnailOf(file) : null;
  if (picture === null) return { type, url: secure_url, thumbnailUrl: null };
  const sent = await sendMedia(picture, { signal: watch.signal }).catch(() => null);
  return { type, url: secure_url, thumbnailUrl: sent?.secure_url ?? null };
};

export interface Uploads {
  readonly queue: UploadQueue;
  /** Unfinished uploads. */
  readonly list: readonly Upload[];
}

/**
 * The uploads of one form. They end with it; leaving the page during one asks first. A file that is dropped beside the
 * form doesn't navigate away.
 */
export function useUploads(): Uploads {
  const [queue] = useState(() => new UploadQueue(send));
  const list = useSyncExternalStore(queue.subscribe, queue.uploads);
  useEffect(() => () => queue.close(), [queue]);
  useLeaveGuard(list.some(({ state }) => state !== "failed"));
  useEffect(() => {
    const stay = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    window.addEventListener("dragover", stay);
    window.addEventListener("drop", stay);
    return () => {
      window.removeEventListener("dragover", stay);
      window.removeEventListener("drop", stay);
    };
  }, []);
  return { queue, list };
}

/** Makes the browser ask before the page is left, while `on`. */
export function useLeaveGuard(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [on]);
}
