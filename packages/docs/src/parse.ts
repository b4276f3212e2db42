import GithubSlugger from "github-slugger";
import type { Heading, Nodes, Root, RootContent } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import remarkDirective from "remark-directive";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { directives } from "./directives/index.ts";
import type { Problem } from "./problems.ts";
import { depthOf, eachNode, lineOf } from "./tree.ts";

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkDirective);
const OWN_ID = /\s*\{#([a-z0-9][a-z0-9-]*)\}\s*$/;
/** Containers that are kept and rendered. */
const DRAWN = ["note", "warning"];

/**
 * Parses a page's Markdown into a tree in which headings have their anchors and directives are expanded.
 * @param markdown with values filled in, see source.ts
 */
export function parsePage(slug: string, markdown: string, problems: Problem[]): Root {
  const root = parser.parse(markdown);
  restoreColons(root, markdown);
  ownIds(root);
  root.children = expand(slug, root.children, problems);
  giveIds(slug, root, problems);
  eachNode(root, (node) => {
    if (node.type === "html") problems.push({ slug, line: lineOf(node), message: "HTML is not shown: use Markdown" });
    if (node.type === "heading" && node.depth === 1)
      problems.push({ slug, line: lineOf(node), message: "The title is in the front matter: begin headings with ##" });
  });
  return root;
}

/** `at 12:ab` and `:id` aren't our directives, so colons within a line are restored to text. */
function restoreColons(parent: Nodes, markdown: string): void {
  if (!("children" in parent)) return;
  parent.children.forEach((child, at) => {
    if (child.type === "textDirective") {
      const { start, end } = child.position ?? {};
      const value = markdown.slice(start?.offset, end?.offset);
      // The tree accepts any phrasing content here, including text.
      parent.children[at] = { type: "text", value, ...(child.position && { position: child.position }) };
    } else restoreColons(child, markdown);
  });
}

/** Removes `{#id}` from the ends of headings. */
function ownIds(root: Root): void {
  eachNode(root, (node) => {
    if (node.type !== "heading") return;
    const last = node.children.at(-1);
    const found = last?.type === "text" ? OWN_ID.exec(last.value) : null;
    if (!found || last?.type !== "text") return;
    last.value = last.value.slice(0, found.index);
    node.data = { ...node.data, ...(found[1] && { id: found[1] }) };
  });
}

function expand(slug: string, children: readonly RootContent[], problems: Problem[]): RootContent[] {
  let depth = 2;
  return children.flatMap((child): RootContent[] => {
    if (child.type === "heading") depth = child.depth;
    if (child.type === "containerDirective") {
      if (!DRAWN.includes(child.name))
        problems.push({ slug, line: lineOf(child), message: `There is no directive :::${child.name}` });
      return [child];
    }
    if (child.type !== "leafDirective") return [child];
    const write = directives[child.name];
    if (!write) {
      problems.push({ slug, line: lineOf(child), message: `There is no directive ::${child.name}` });
      return [];
    }
    const attributes = Object.fromEntries(Object.entries(child.attributes ?? {}).map(([k, v]) => [k, v ?? ""]));
    const complain = (message: string) =>
      void problems.push({ slug, line: lineOf(child), message: `::${child.name}: ${message}` });
    const read = (page: string, markdown: string) => parsePage(page, markdown, problems).children;
    return write({ attributes, depth: depthOf(depth + 1), complain, read });
  });
}

function giveIds(slug: string, root: Root, problems: Problem[]): void {
  const slugger = new GithubSlugger();
  const taken = new Set<string>();
  const headings: Heading[] = [];
  eachNode(root, (node) => void (node.type === "heading" && headings.push(node)));
  for (const heading of headings) {
    const given = heading.data?.id;
    if (given === undefined) continue;
    if (taken.has(given)) problems.push({ slug, line: lineOf(heading), message: `Two headings have the id #${given}` });
    taken.add(given);
    slugger.slug(given);
  }
  for (const heading of headings) {
    if (heading.data?.id !== undefined) continue;
    heading.data = { ...heading.data, id: slugger.slug(plainText(heading)) };
  }
}
