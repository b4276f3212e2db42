import type { CompiledPage } from "./compile.ts";
import { openApi } from "./directives/openapi.ts";
import { appRoutes } from "./files.ts";
import { addressOf, pdfAddressOf, SLUGS, type Slug } from "./pages.ts";
import type { Problem } from "./problems.ts";
import { MARKED } from "./source.ts";
import { eachNode, lineOf } from "./tree.ts";

/** Served in addition to the operations in the OpenAPI document. */
const OTHER = ["/api/openapi.json", "/api/reference", "/sitemap.xml", "/robots.txt", "/feeds/community.atom"];

/** Links to a page, anchor, or route that doesn't exist. */
export function deadLinks(pages: readonly CompiledPage[]): Problem[] {
  const routes = appRoutes();
  // A page shown inside another one has no separate address.
  const known = new Map(
    pages.filter(({ meta }) => meta.shown).map((page) => [page.meta.address, new Set(page.anchors)]),
  );
  return pages.flatMap((page) => {
    const problems: Problem[] = [];
    eachNode(page.tree, (node) => {
      if (node.type !== "link" && node.type !== "image") return;
      const why = whyDead(node.url.replace(MARKED, "x"), page, known, routes);
      if (why) problems.push({ slug: page.meta.slug, line: lineOf(node), message: `Dead link ${node.url}: ${why}` });
    });
    return problems;
  });
}

function whyDead(
  url: string,
  page: CompiledPage,
  known: ReadonlyMap<string, ReadonlySet<string>>,
  routes: readonly string[] | null,
): string | null {
  if (/^(https:\/\/|mailto:)./.test(url) || url === "x") return null;
  if (url.startsWith("#")) {
    return page.anchors.includes(url.slice(1)) ? null : "there is no such heading on this page";
  }
  if (!url.startsWith("/")) return "write addresses as on the site, from / on";
  const [path = "", anchor] = url.split("#");
  const anchors = known.get(path);
  if (anchors) return anchor === undefined || anchors.has(anchor) ? null : `there is no heading #${anchor}`;
  if (SLUGS.some((slug) => isPdfOf(slug, path)) || path === "/docs" || OTHER.includes(path)) return null;
  if (SLUGS.some((slug) => addressOf(slug) === path)) return "this page is not written yet";
  if (path.startsWith("/docs/")) return "there is no such page";
  if (path.startsWith("/api/"))
    return Object.keys(openApi().paths).includes(path.slice("/api".length)) ? null : "there is no such call";
  if (routes === null || routes.some((route) => matches(route, path.replace(/\?.*/, "")))) return null;
  return "the app has no such page";
}

/** Terms and privacy have two: next to their page, and with all other PDFs. */
const isPdfOf = (slug: Slug, path: string) => path === pdfAddressOf(slug) || path === `/api/docs/${slug}.pdf`;

/** `/posts/$postId` matches `/posts/1042`, but `/$username` matches no word a writer would mean. */
function matches(route: string, path: string): boolean {
  const [wanted, given] = [route, path].map((side) => side.replace(/\/$/, "").split("/"));
  if (wanted?.length !== given?.length || wanted?.[1]?.startsWith("$")) return false;
  return (wanted ?? []).every((part, at) => part.startsWith("$") || part === given?.[at]);
}
