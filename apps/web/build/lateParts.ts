import type { Plugin } from "vite";

const SHEET = /<link rel="stylesheet"((?: crossorigin)?) href="([^"]+)">/g;
const SCRIPT = /<(script type="module"|link rel="modulepreload") crossorigin /g;

/**
 * Keeps the app's stylesheets from blocking the first paint: the server-rendered content uses the inline styles of the
 * page. The stylesheets are fetched immediately and enabled by the app before it draws anything
 * (src/app/lateStyles.ts). They stay in the head before those of other pages, because the later of two equal rules
 * wins.
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

/**
 * Fetches the app's code after what the first paint may need, because the server-rendered content is readable without
 * it.
 */
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
