import { altOf } from "../uploads/file.ts";

const SCHEME = "upload:";
const EVERY = /!\[[^\]]*\]\(upload:[\w-]+\)\n?/g;

/** What stands in a text while a file is uploaded. */
export function placeholderOf(key: string, name: string): string {
  return `![Uploading ${altOf(name)}…](${SCHEME}${key})`;
}

/** What takes its place: a picture, or a link to a video, which Markdown cannot show. */
export function markdownOf({ type, url }: { readonly type: string; readonly url: string }, name: string): string {
  if (type === "IMAGE") return `![${altOf(name)}](${url})`;
  return `[${altOf(name)}](${URL.canParse(url) ? url : window.location.origin + url})`;
}

/** Where the placeholder stands; `null` when somebody has deleted it. */
export function findPlaceholder(text: string, key: string): { from: number; to: number } | null {
  const end = text.indexOf(`](${SCHEME}${key})`);
  const from = end === -1 ? -1 : text.lastIndexOf("![", end);
  return from === -1 ? null : { from, to: end + `](${SCHEME}${key})`.length };
}

/** The text without placeholders: uploads that were under way when the page was left do not come back. */
export function withoutPlaceholders(text: string): string {
  return text.replace(EVERY, "");
}
