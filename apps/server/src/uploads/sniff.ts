import { randomBytes } from "node:crypto";
import { UPLOAD_TYPES } from "@bbux/contract";
import { fileTypeFromBuffer } from "file-type";

/** What a file is, by its first bytes. */
export interface Sniffed {
  readonly kind: "IMAGE" | "VIDEO";
  readonly contentType: string;
}

/** So many bytes tell what a file is. */
export const HEAD_BYTES = 4_100;

/** @returns null for anything but the images and videos that are taken, whatever it is called */
export async function sniff(head: Buffer): Promise<Sniffed | null> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (!found) return null;
  // The animated kinds of two formats, and the name that one maker gives his MP4.
  const contentType = { "image/apng": "image/png", "video/x-m4v": "video/mp4" }[found.mime] ?? found.mime;
  if (includes(UPLOAD_TYPES.image, contentType)) return { kind: "IMAGE", contentType };
  if (includes(UPLOAD_TYPES.video, contentType)) return { kind: "VIDEO", contentType };
  return null;
}

function includes(list: readonly string[], value: string): boolean {
  return list.includes(value);
}

/** Extensions of what is stored: images after they were written anew, videos as they came. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "gif",
  "video/mp4": "mp4",
  "video/quicktime": "mov",
  "video/webm": "webm",
  "video/ogg": "ogv",
};

/** The type of what is stored under a key, by its extension. */
export const CONTENT_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries(EXTENSIONS).map(([type, extension]) => [extension, type]),
);

/** A name that cannot be guessed: 128 random bits, and what the content is. */
export function newKey(contentType: string): string {
  const extension = EXTENSIONS[contentType];
  if (extension === undefined) throw new Error(`${contentType} is not stored`);
  return `${randomBytes(16).toString("base64url")}.${extension}`;
}
