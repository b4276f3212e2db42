import { UPLOAD_MESSAGES, UPLOAD_TYPES, UPLOADS } from "@bbux/contract";
import { decimalText } from "../../lib/locale.ts";

export type Kind = "IMAGE" | "VIDEO";

/** For a file picker: what the server accepts. Phones convert their own picture formats to one of these. */
export const ACCEPTED = { image: UPLOAD_TYPES.image.join(","), any: Object.values(UPLOAD_TYPES).flat().join(",") };

/** Returns the kind of a file by its declared type; `null` when it is neither image nor video, or has no type. */
export function kindOf({ type }: { readonly type: string }): Kind | null {
  if (type.startsWith("image/")) return "IMAGE";
  return type.startsWith("video/") ? "VIDEO" : null;
}

/**
 * Says why a file can't be uploaded, before it is sent; `null` when nothing prevents it. A file without a type is
 * judged by its size only, because the server checks its content.
 */
export function refusalOf(file: { readonly type: string; readonly size: number }): string | null {
  const kind = kindOf(file);
  if (kind === null && file.type !== "") return UPLOAD_MESSAGES.mediaType;
  const limit = kind === "IMAGE" ? UPLOADS.image : UPLOADS.video;
  return file.size > limit ? UPLOAD_MESSAGES.mediaSize : null;
}

/** Formats bytes by 1024: "1.4 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const [unit, value] = bytes < 1024 ** 2 ? ["KB", bytes / 1024] : ["MB", bytes / 1024 ** 2];
  return `${value < 10 ? decimalText(value.toFixed(1)) : Math.round(value)} ${unit}`;
}

/** Returns the name of a picture in a text: its file name without the extension and Markdown characters. */
export function altOf(name: string): string {
  const words = name
    .replace(/\.\w{1,5}$/, "")
    .replace(/[\p{Cc}[\]()<>!*_`\\|#]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return words.slice(0, 80) || "image";
}

/** Returns the pasted or dropped files. Text with a picture of itself, as spreadsheets copy it, counts as text. */
export function filesOf(data: Pick<DataTransfer, "files" | "types"> | null): File[] {
  if (!data || data.types.includes("text/plain")) return [];
  return Array.from(data.files);
}
