import type { Plugin } from "vite";

/** The page that loads the build with lookups, next to `index.html`. */
export const TRANSLATED_PAGE = "translated.html";

/** Renames the build's page, so that both builds fit in one folder. */
export function translatedPage(): Plugin {
  return {
    name: "bbux-translated-page",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") throw new Error("The build has no page");
        delete bundle["index.html"];
        this.emitFile({ type: "asset", fileName: TRANSLATED_PAGE, source: page.source });
      },
    },
  };
}
