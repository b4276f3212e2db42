import { BRAND_LIMITS, type Brand, brandImagePath, DEFAULT_BRAND, namedDescription, titleOf } from "@bbux/contract";
import { escaped, scriptJson } from "./escape.ts";
import type { HtmlPage } from "./page.ts";

/** The image in link previews, apps/web/public/og.png, which names the platform. */
const IMAGE = { path: "/og.png", width: 1200, height: 630, alt: "BBUX: good questions deserve paid answers" } as const;

/**
 * The tags that describe a page. Each is marked with `data-page`, so that the app can replace or remove them when it navigates
 * (apps/web/src/lib/head.ts).
 * @param origin ours; null if the request names none that could be ours, and then the page doesn't state its address
 */
export function headOf(page: HtmlPage, origin: string | null, brand: Brand): string {
  const { canonical, index, kind, feed } = page;
  const description = namedDescription(page.description, brand.name);
  const title = titleOf(page.title, brand.name);
  const tags = [`<title data-page>${escaped(title)}</title>`, meta("name", "description", description)];
  if (!index) tags.push(meta("name", "robots", "noindex"));
  tags.push(meta("property", "og:site_name", brand.name), meta("property", "og:type", kind));
  tags.push(meta("property", "og:title", page.title), meta("property", "og:description", description));
  if (origin !== null) {
    if (canonical !== null) {
      const url = origin + canonical;
      tags.push(link("canonical", url), meta("property", "og:url", url));
    }
    const image = previewOf(brand);
    if (image) {
      const { path, width, height, alt } = image;
      tags.push(meta("property", "og:image", origin + path), meta("property", "og:image:type", "image/png"));
      tags.push(meta("property", "og:image:width", String(width)), meta("property", "og:image:height", String(height)));
      tags.push(meta("property", "og:image:alt", alt));
    }
    tags.push(meta("name", "twitter:card", image?.path === IMAGE.path ? "summary_large_image" : "summary"));
    if (feed) tags.push(feedLink(feedTitle(feed.title, brand), origin + feed.path));
  }
  return tags.join("\n    ");
}

/** The title of a feed: `BBUX community`, `BBUX: solana`. @param of the tag; empty for the whole community */
export function feedTitle(of: string, { name }: Brand): string {
  return of === "" ? `${name} community` : `${name}: ${of}`;
}

/** The image in a link preview: the logo; ours only for a platform of our name; otherwise none. */
export function previewOf({ name, logo }: Brand): { path: string; width: number; height: number; alt: string } | null {
  const side = BRAND_LIMITS.imageSide;
  if (logo !== null) return { path: brandImagePath(logo), width: side, height: side, alt: name };
  return name === DEFAULT_BRAND.name ? IMAGE : null;
}

/** The page's data for machines, which runs nothing. */
export function dataOf(page: HtmlPage, origin: string | null, brand: Brand): string {
  const all = origin === null ? [] : (page.data?.(origin, brand) ?? []);
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
