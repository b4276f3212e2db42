import type { Root, RootContent } from "mdast";
import { pageSource } from "./files.ts";
import { textOf, toHtml } from "./html.ts";
import { addressOf, type FrontMatter, hasAddress, pdfAddressOf, type Slug } from "./pages.ts";
import { parsePage } from "./parse.ts";
import { DocsError, type Problem } from "./problems.ts";
import { readSource } from "./source.ts";
import { eachNode } from "./tree.ts";

export interface TocEntry {
  readonly id: string;
  readonly title: string;
  readonly depth: 2 | 3;
}

/** The text between two headings, as search finds it. */
export interface Section {
  /** Anchor; empty for the text before the first heading. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface PageMeta extends FrontMatter {
  readonly slug: Slug;
  readonly address: string;
  readonly pdf: string;
  /** Whether the app has a separate page for it. */
  readonly shown: boolean;
}

export interface CompiledPage {
  readonly meta: PageMeta;
  readonly html: string;
  readonly toc: readonly TocEntry[];
  readonly sections: readonly Section[];
  /** The whole section as text. */
  readonly text: string;
  /** Every anchor, including headings that the table of contents leaves out. */
  readonly anchors: readonly string[];
  /** The source of PDFs: the tree with the operator's configuration still marked (source.ts). */
  readonly tree: Root;
}

/**
 * A page of the repository, ready to show. Pure except for reading its file.
 * @throws DocsError if it names a value, directive, or field that doesn't exist
 */
export function compilePage(slug: Slug): CompiledPage {
  const { page, problems } = compileSource(slug, pageSource(slug));
  if (!page || problems.length > 0) throw new DocsError(problems);
  return page;
}

/** Same for a given text; problems are returned next to the page, if it could be compiled. */
export function compileSource(slug: Slug, file: string): { page: CompiledPage | null; problems: Problem[] } {
  const { meta, markdown, problems: faults } = readSource(slug, file);
  const problems = [...faults];
  const tree = parsePage(slug, markdown, problems);
  localLinks(slug, tree);
  if (!meta) return { page: null, problems };
  const anchors: string[] = [];
  const toc: TocEntry[] = [];
  eachNode(tree, (node) => {
    if (node.type !== "heading") return;
    const id = node.data?.id ?? "";
    anchors.push(id);
    if (!node.data?.unlisted && (node.depth === 2 || node.depth === 3))
      toc.push({ id, title: textOf(node), depth: node.depth });
  });
  const sections = sectionsOf(tree, meta.title);
  const page: CompiledPage = {
    meta: { ...meta, slug, address: addressOf(slug), pdf: pdfAddressOf(slug), shown: hasAddress(slug) },
    html: toHtml(structuredClone(tree)),
    toc,
    sections,
    text: sections.map(({ title, text }, at) => (at === 0 ? text : `${title}\n${text}`)).join("\n\n"),
    anchors,
    tree,
  };
  return { page, problems };
}

/** Turns links to the page itself into links to a place in it, which also works in its PDF. */
function localLinks(slug: Slug, tree: Root): void {
  const own = `${addressOf(slug)}#`;
  eachNode(tree, (node) => {
    if (node.type === "link" && node.url.startsWith(own)) node.url = node.url.slice(own.length - 1);
  });
}

function sectionsOf(tree: Root, pageTitle: string): Section[] {
  const sections: { id: string; title: string; parts: string[] }[] = [{ id: "", title: pageTitle, parts: [] }];
  const walk = (nodes: readonly RootContent[]): void => {
    for (const node of nodes) {
      if (node.type === "heading") sections.push({ id: node.data?.id ?? "", title: textOf(node), parts: [] });
      else if (node.type === "containerDirective") walk(node.children);
      else sections.at(-1)?.parts.push(blockText(node));
    }
  };
  walk(tree.children);
  return sections.map(({ parts, ...section }) => ({ ...section, text: parts.filter(Boolean).join("\n") }));
}

/** Separates cells and list items, whose words plain text would run together. */
function blockText(node: RootContent): string {
  if (node.type === "table")
    return node.children.map((row) => row.children.map((cell) => textOf(cell)).join(" ")).join("\n");
  if ("children" in node && (node.type === "list" || node.type === "listItem" || node.type === "blockquote"))
    return node.children.map((child) => blockText(child)).join("\n");
  return textOf(node);
}
