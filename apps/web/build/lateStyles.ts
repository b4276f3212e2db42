import type { Plugin } from "vite";

const SHEET = /<link rel="stylesheet"((?: crossorigin)?) href="([^"]+)">/g;

/**
 * Keeps the app's stylesheets from holding up the first paint: what the server sent to be read is painted with the styles that
 * stand in the page itself. They are fetched at once all the same, and put in force by the app before it draws anything
 * (src/lateStyles.ts). They stay in the head, before those that come with other pages: of equal rules the later one holds.
 */
export function withLateStyles(html: string): string {
  const late = html.replace(
    SHEET,
    '<link rel="preload" as="style"$1 href="$2">\n    <link rel="stylesheet" media="print" data-late$1 href="$2">',
  );
  if (late === html) throw new Error("index.html has no stylesheet");
  return late;
}

/** See {@link withLateStyles}. */
export function lateStyles(): Plugin {
  return {
    name: "bbux:late-styles",
    apply: "build",
    transformIndexHtml: { order: "post", handler: withLateStyles },
  };
}
