import { APP, titleOf } from "@bbux/contract";
import { escaped, scriptJson } from "./escape.ts";
import type { HtmlPage } from "./page.ts";

/** The image in every link preview: apps/web/public/og.png. */
const IMAGE = { path: "/og.png", width: 1200, height: 630, alt: "BBUX: good questions deserve paid answers" } as const;

/**
 * The tags that describe a page. Each is marked with `data-page`, so that the app can replace or remove them when it navigates
 * (apps/web/src/lib/head.ts).
 * @param origin ours; null if the request names none that could be ours, and then the page doesn't state its address
 */
export function headOf(page: HtmlPage, origin: string | null): string {
  const { description, canonical, index, kind, feed } = page;
  const title = titleOf(page.title);
  const tags = [`<title data-page>${escaped(title)}</title>`, meta("name", "description", description)];
  if (!index) tags.push(meta("name", "robots", "noindex"));
  tags.push(meta("property", "og:site_name", APP.name), meta("property", "og:type", kind));
  tags.push(meta("property", "og:title", page.title), meta("property", "og:description", description));
  if (origin !== null) {
    if (canonical !== null) {
      const url = origin + canonical;
      tags.push(link("canonical", url), meta("property", "og:url", url));
    }
    const { path, width, height, alt } = IMAGE;
    tags.push(meta("property", "og:image", origin + path), meta("property", "og:image:type", "image/png"));
    tags.push(meta("property", "og:image:width", String(width)), meta("property", "og:image:height", String(height)));
    tags.push(meta("property", "og:image:alt", alt), meta("name", "twitter:card", "summary_large_image"));
    if (feed) tags.push(feedLink(feed.title, origin + feed.path));
  }
  return tags.join("\n    ");
}

/** The page's data for machines, which runs nothing. */
export function dataOf(page: HtmlPage, origin: string | null): string {
  const all = origin === null ? [] : (page.data?.(origin) ?? []);
  return all
    .map((data) => scriptJson({ "@context": "https://schema.org", ...data }))
    .map((json) => `<script type="application/ld+json" data-page>${json}</script>`)
    .join("");
}

function meta(by: "name" | "property", name: string, content: string): string {
  return `<meta ${by}="${name}" content="${escaped(content)}" data-page />`;
}

function link(rel: string, href: string): string {
  return `<link rel="${rel}" href="${escaped(href)}" data-page />`;
}

function feedLink(title: string, href: string): string {
  return `<link rel="alternate" type="application/atom+xml" title="${escaped(title)}" href="${escaped(href)}" data-page />`;
}
