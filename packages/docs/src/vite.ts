import { join } from "node:path";
import type { Plugin } from "vite";
import { type CompiledPage, compilePage } from "./compile.ts";
import { CONFIGURATION, EXAMPLES, existingPages, OPENAPI, PAGES } from "./files.ts";
import { isSlug, type Slug } from "./pages.ts";

const INDEX = "virtual:docs";
const SEARCH = "virtual:docs/search";

/**
 * The documentation as modules of the web app, so that its pages need no API call: `virtual:docs` has what the hub shows and how to
 * load the rest, `virtual:docs/<slug>` a page's text, and `virtual:docs/search` the search data. The build also writes
 * `docs/<slug>.json`, which the server uses to fill its HTML.
 */
export function docs(): Plugin {
  const compiled = new Map<Slug, CompiledPage>();
  const page = (slug: Slug): CompiledPage => {
    const known = compiled.get(slug) ?? compilePage(slug);
    compiled.set(slug, known);
    return known;
  };
  const all = () => existingPages().filter(isSlug).map(page);
  const shown = () => all().filter(({ meta }) => meta.shown);
  return {
    name: "bbux-docs",
    resolveId: (id) => (id === INDEX || id.startsWith(`${INDEX}/`) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${INDEX}`)) return undefined;
      const name = id.slice(1);
      if (name === INDEX) return indexModule(shown());
      if (name === SEARCH) {
        for (const slug of existingPages()) this.addWatchFile(join(PAGES, `${slug}.md`));
        return asModule(shown().flatMap(searchable));
      }
      const slug = name.slice(INDEX.length + 1);
      if (!isSlug(slug)) this.error(`There is no page ${slug} in the documentation`);
      this.addWatchFile(join(PAGES, `${slug}.md`));
      const { html, toc } = page(slug);
      return asModule({ html, toc });
    },
    generateBundle() {
      for (const { meta, html, toc } of shown())
        this.emitFile({
          type: "asset",
          fileName: `docs/${meta.slug}.json`,
          source: JSON.stringify({ meta, html, toc }),
        });
    },
    configureServer({ watcher }) {
      watcher.add([PAGES, EXAMPLES, OPENAPI, CONFIGURATION]);
    },
    handleHotUpdate({ file, server }) {
      if (![PAGES, EXAMPLES, OPENAPI, CONFIGURATION].some((watched) => file.startsWith(watched))) return undefined;
      compiled.clear();
      server.moduleGraph.invalidateAll();
      server.hot.send({ type: "full-reload" });
      return [];
    },
  };
}

const asModule = (value: unknown): string => `export default ${JSON.stringify(value)};`;

function indexModule(pages: readonly CompiledPage[]): string {
  const metas = pages.map(({ meta }) => meta);
  const loaders = metas.map(({ slug }) => `${JSON.stringify(slug)}: () => import("${INDEX}/${slug}")`);
  return [
    `export const pages = ${JSON.stringify(metas)};`,
    `export const bodies = { ${loaders.join(", ")} };`,
    `export const searchable = () => import("${SEARCH}");`,
  ].join("\n");
}

/** One search document per section: its address, title, and text. */
function searchable({ meta, sections }: CompiledPage) {
  return sections
    .filter(({ id, text }) => text !== "" || id !== "")
    .map(({ id, title, text }) => ({
      id: id ? `${meta.address}#${id}` : meta.address,
      page: meta.title,
      title,
      text: text.replace(/\s+/g, " "),
    }));
}
