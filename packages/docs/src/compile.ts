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

/** What stands between two headings, as search finds it. */
export interface Section {
  /** Anchor; empty for what comes before the first heading. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface PageMeta extends FrontMatter {
  readonly slug: Slug;
  readonly address: string;
  readonly pdf: string;
  /** Whether the app has a page of its own for it. */
  readonly shown: boolean;
}

export interface CompiledPage {
  readonly meta: PageMeta;
  readonly html: string;
  readonly toc: readonly TocEntry[];
  readonly sections: readonly Section[];
  /** All of it, as text. */
  readonly text: string;
  /** Every anchor, also of headings that the table of contents leaves out. */
  readonly anchors: readonly string[];
  /** What PDFs are made of: the tree with what is configured still marked (source.ts). */
  readonly tree: Root;
}

/**
 * A page of the repository, ready to be shown. Pure but for reading its file.
 * @throws DocsError when it names a value, directive or field that does not exist
 */
export function compilePage(slug: Slug): CompiledPage {
  const { page, problems } = compileSource(slug, pageSource(slug));
  if (!page || problems.length > 0) throw new DocsError(problems);
  return page;
}

/** The same of a text; what is wrong is returned beside what could be made of it. */
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

/** Links to the page itself lead to a place in it, also in its PDF. */
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

/** Cells and list items are kept apart, where text alone would join their words. */
function blockText(node: RootContent): string {
  if (node.type === "table")
    return node.children.map((row) => row.children.map((cell) => textOf(cell)).join(" ")).join("\n");
  if ("children" in node && (node.type === "list" || node.type === "listItem" || node.type === "blockquote"))
    return node.children.map((child) => blockText(child)).join("\n");
  return textOf(node);
}
