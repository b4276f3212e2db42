import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Brand, PAGES } from "@bbux/contract";
import { z } from "zod";
import { escaped } from "../escape.ts";
import type { HtmlPage, Sources } from "../page.ts";

/** What the web app's build writes for each documentation page (packages/docs/src/vite.ts). */
const compiled = z.object({
  meta: z.object({ title: z.string(), updated: z.string(), address: z.string(), description: z.string() }),
  html: z.string(),
});
type Compiled = z.infer<typeof compiled>;

export const DOCS = {
  "/docs/platform": "platform",
  "/docs/user-guide": "user-guide",
  "/docs/developer-guide": "developer-guide",
  "/docs/api-reference": "api-reference",
  "/docs/deployment-guide": "deployment-guide",
  "/docs/legal": "legal",
  "/docs/refund-system": "refund-system",
  "/privacy": "privacy",
  "/terms": "terms",
} as const;
export type DocsPath = keyof typeof DOCS;

export interface DocsPages {
  readonly hub: HtmlPage;
  readonly of: (path: DocsPath) => HtmlPage;
}

/** The documentation never changes while the server runs, so its pages are built once. */
export function readDocs(dist: string, docs: Sources["docs"]): DocsPages {
  const pages = new Map<DocsPath, HtmlPage>();
  const found: { path: DocsPath; meta: Compiled["meta"] }[] = [];
  for (const path of paths()) {
    const file = join(dist, "docs", `${DOCS[path]}.json`);
    const page = existsSync(file) ? compiled.parse(JSON.parse(readFileSync(file, "utf8"))) : null;
    if (page) found.push({ path, meta: page.meta });
    pages.set(path, page ? articlePage(path, page, docs) : plainPage(path));
  }
  const hub = hubPage(found);
  return { hub, of: (path) => pages.get(path) ?? plainPage(path) };
}

function paths(): DocsPath[] {
  return Object.keys(DOCS).filter((path): path is DocsPath => path in DOCS);
}

function plainPage(path: DocsPath | "/docs"): HtmlPage {
  return { status: 200, ...PAGES[path], canonical: path, kind: "website", content: null };
}

function articlePage(path: DocsPath, { meta, html }: Compiled, docs: Sources["docs"]): HtmlPage {
  const { title, description } = PAGES[path];
  return {
    ...plainPage(path),
    kind: "article",
    data: (origin, brand) => [
      {
        "@type": "TechArticle",
        headline: title,
        description,
        dateModified: meta.updated,
        url: origin + path,
        author: { "@type": "Organization", name: brand.name, url: `${origin}/` },
      },
      breadcrumbs(origin, brand, [
        ["Documentation", "/docs"],
        [title, path],
      ]),
    ],
    width: "docs",
    content:
      `<a class="back" href="/docs">Back to Documentation</a><article><header>` +
      `<h1>${escaped(meta.title)}</h1><p class="lead">${escaped(meta.description)}</p><p class="by">Updated ${escaped(meta.updated)}</p>` +
      `</header><div class="text">${withConfig(html, docs)}</div></article>`,
  };
}

function hubPage(found: readonly { path: DocsPath; meta: Compiled["meta"] }[]): HtmlPage {
  const links = found.map(
    ({ path, meta }) =>
      `<li><h2><a href="${path}">${escaped(meta.title)}</a></h2><p>${escaped(meta.description)}</p></li>`,
  );
  const content = `<h1>${PAGES["/docs"].title}</h1><ul class="rows">${links.join("")}</ul>`;
  return {
    ...plainPage("/docs"),
    data: (origin, brand) => [breadcrumbs(origin, brand, [["Documentation", "/docs"]])],
    width: "hub",
    content: links.length > 0 ? content : null,
  };
}

function breadcrumbs(origin: string, brand: Brand, steps: readonly (readonly [name: string, path: string])[]): object {
  const all = [[brand.name, "/"] as const, ...steps];
  const itemListElement = all.map(([name, path], at) => ({
    "@type": "ListItem",
    position: at + 1,
    name,
    item: origin + path,
  }));
  return { "@type": "BreadcrumbList", itemListElement };
}

/** Inserts the operator's configuration where the compiled text marks it (packages/docs/src/html.ts). */
function withConfig(html: string, { support, legal, source }: Sources["docs"]): string {
  const config: Readonly<Record<string, string>> = { supportEmail: support, legalEmail: legal, sourceUrl: source };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (mark, name: string) => escaped(config[name] ?? mark));
  return html
    .replace(/href="[^"]*" data-config-href="([^"]*)"/g, (_, href: string) => `href="${fill(href)}"`)
    .replace(/<span data-config="(\w+)">([^<]*)<\/span>/g, (_, name: string, standing: string) =>
      config[name] === undefined ? standing : escaped(config[name]),
    );
}
