import { randomBytes } from "node:crypto";
import { UPLOAD_TYPES } from "@bbux/contract";
import { fileTypeFromBuffer } from "file-type";

/** A file's type according to its first bytes. */
export interface Sniffed {
  readonly kind: "IMAGE" | "VIDEO";
  readonly contentType: string;
}

/** This many bytes suffice to identify a file. */
export const HEAD_BYTES = 4_100;

/** @returns null for anything but the accepted images and videos, whatever its name */
export async function sniff(head: Buffer): Promise<Sniffed | null> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (!found) return null;
  // The animated variants of two formats, and one vendor's name for MP4.
  const contentType = { "image/apng": "image/png", "video/x-m4v": "video/mp4" }[found.mime] ?? found.mime;
  if (includes(UPLOAD_TYPES.image, contentType)) return { kind: "IMAGE", contentType };
  if (includes(UPLOAD_TYPES.video, contentType)) return { kind: "VIDEO", contentType };
  return null;
}

function includes(list: readonly string[], value: string): boolean {
  return list.includes(value);
}

/** Extensions of stored files: re-encoded images, and videos as uploaded. */
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

/** The content type of a stored file, by its key's extension. */
export const CONTENT_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries(EXTENSIONS).map(([type, extension]) => [extension, type]),
);

/** An unguessable name: 128 random bits and the type's extension. */
export function newKey(contentType: string): string {
  const extension = EXTENSIONS[contentType];
  if (extension === undefined) throw new Error(`${contentType} is not stored`);
  return `${randomBytes(16).toString("base64url")}.${extension}`;
}
