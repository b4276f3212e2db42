import { UPLOAD_MESSAGES, UPLOAD_TYPES, UPLOADS } from "@bbux/contract";
import { decimalText } from "../../locale.ts";

export type Kind = "IMAGE" | "VIDEO";

/** For a file picker: what the server takes. Phones turn their own picture formats into one of these then. */
export const ACCEPTED = { image: UPLOAD_TYPES.image.join(","), any: Object.values(UPLOAD_TYPES).flat().join(",") };

/** What a browser takes a file for by its declared type; `null` when it is neither image nor video, or has no type. */
export function kindOf({ type }: { readonly type: string }): Kind | null {
  if (type.startsWith("image/")) return "IMAGE";
  return type.startsWith("video/") ? "VIDEO" : null;
}

/**
 * Why a file cannot be uploaded, known before it is sent; `null` when nothing speaks against it (spec core §5). A file
 * without a type is judged by its size alone: the server looks at its content.
 */
export function refusalOf(file: { readonly type: string; readonly size: number }): string | null {
  const kind = kindOf(file);
  if (kind === null && file.type !== "") return UPLOAD_MESSAGES.mediaType;
  const limit = kind === "IMAGE" ? UPLOADS.image : UPLOADS.video;
  return file.size > limit ? UPLOAD_MESSAGES.mediaSize : null;
}

/** "1.4 MB": bytes as people read them, by 1024. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const [unit, value] = bytes < 1024 ** 2 ? ["KB", bytes / 1024] : ["MB", bytes / 1024 ** 2];
  return `${value < 10 ? decimalText(value.toFixed(1)) : Math.round(value)} ${unit}`;
}

/** What a picture is called in a text: its file's name without the ending and without signs that mean something there. */
export function altOf(name: string): string {
  const words = name
    .replace(/\.\w{1,5}$/, "")
    .replace(/[\p{Cc}[\]()<>!*_`\\|#]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return words.slice(0, 80) || "image";
}

/** The files that are pasted or dropped. Text with a picture of itself, as spreadsheets copy it, is text. */
export function filesOf(data: Pick<DataTransfer, "files" | "types"> | null): File[] {
  if (!data || data.types.includes("text/plain")) return [];
  return Array.from(data.files);
}
