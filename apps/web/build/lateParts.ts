import type { Plugin } from "vite";

const SHEET = /<link rel="stylesheet"((?: crossorigin)?) href="([^"]+)">/g;
const SCRIPT = /<(script type="module"|link rel="modulepreload") crossorigin /g;

/**
 * Keeps the app's stylesheets from holding up the first paint: what the server sent to be read is painted with the styles that
 * stand in the page itself. They are fetched at once all the same, and put in force by the app before it draws anything
 * (src/lateStyles.ts). They stay in the head, before those that come with other pages: of equal rules the later one holds.
 */
export function withLateStyles(html: string): string {
  return changed(
    html,
    SHEET,
    '<link rel="preload" as="style" fetchpriority="low"$1 href="$2">\n' +
      '    <link rel="stylesheet" media="print" data-late$1 href="$2">',
    "stylesheet",
  );
}

/** Has the app's code fetched behind what the first paint may need: what the server sent can be read without it. */
export function withLateScripts(html: string): string {
  return changed(html, SCRIPT, '<$1 fetchpriority="low" crossorigin ', "script");
}

function changed(html: string, what: RegExp, by: string, name: string): string {
  const late = html.replace(what, by);
  if (late === html) throw new Error(`index.html has no ${name}`);
  return late;
}

/** See {@link withLateStyles} and {@link withLateScripts}. */
export function lateParts(): Plugin {
  return {
    name: "bbux:late-parts",
    apply: "build",
    transformIndexHtml: { order: "post", handler: (html) => withLateScripts(withLateStyles(html)) },
  };
}
