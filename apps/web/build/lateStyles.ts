import type { Plugin } from "vite";

const SHEETS = /^[^\S\n]*<link rel="stylesheet"[^>]*>\n?/gm;
const CONTENT_ENDS = "<!-- Host of toasts";

/**
 * Puts the app's stylesheets behind the content of the page: what the server sent to be read is painted with the styles that
 * stand in the page itself, and waits for no file. The app begins after them, as scripts wait for the sheets before them.
 */
export function withLateStyles(html: string): string {
  const sheets = html.match(SHEETS) ?? [];
  const place = html.indexOf(CONTENT_ENDS);
  if (sheets.length === 0 || place < 0) throw new Error("index.html has no stylesheet, or no end of its content");
  const rest = html.replace(SHEETS, "");
  const at = rest.lastIndexOf("\n", rest.indexOf(CONTENT_ENDS)) + 1;
  return `${rest.slice(0, at)}${sheets.join("")}${rest.slice(at)}`;
}

/** See {@link withLateStyles}. */
export function lateStyles(): Plugin {
  return {
    name: "bbux:late-styles",
    apply: "build",
    transformIndexHtml: { order: "post", handler: withLateStyles },
  };
}
