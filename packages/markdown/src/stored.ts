/** Prefix of footnote ids, which a page that shows several texts replaces to keep them apart. */
export const PREFIX = "user-content-";
/** The class of a text that is shown as written. */
export const PLAIN = "as-written";
/** Search engines read links of members as unendorsed. */
export const REL = "nofollow ugc noopener";

/**
 * How much longer HTML may be than its text: formulas can become hundreds of times as long, and a thread has hundreds of texts.
 * What is longer is rendered by its readers.
 */
export function isInProportion(text: string, html: string): boolean {
  return html.length <= 20_000 + 4 * text.length;
}

/** A text that isn't rendered. */
export function asWritten(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<p class="${PLAIN}">${escaped}</p>`;
}
