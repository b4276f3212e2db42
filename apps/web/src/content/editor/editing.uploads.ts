import { altOf } from "../../people/uploads/index.ts";

const SCHEME = "upload:";
const EVERY = /!\[[^\]]*\]\(upload:[\w-]+\)\n?/g;

/** Returns the placeholder in the text while a file is uploaded. */
export function placeholderOf(key: string, name: string): string {
  return `![Uploading ${altOf(name)}…](${SCHEME}${key})`;
}

/** Returns what replaces it: a picture, or a link to a video, which Markdown can't show. */
export function markdownOf({ type, url }: { readonly type: string; readonly url: string }, name: string): string {
  if (type === "IMAGE") return `![${altOf(name)}](${url})`;
  return `[${altOf(name)}](${URL.canParse(url) ? url : window.location.origin + url})`;
}

/** Returns the placeholder's position; `null` when it was deleted. */
export function findPlaceholder(text: string, key: string): { from: number; to: number } | null {
  const end = text.indexOf(`](${SCHEME}${key})`);
  const from = end === -1 ? -1 : text.lastIndexOf("![", end);
  return from === -1 ? null : { from, to: end + `](${SCHEME}${key})`.length };
}

/** Returns the text without placeholders, because uploads don't resume after the page is left. */
export function withoutPlaceholders(text: string): string {
  return text.replace(EVERY, "");
}
