import type { Heading, Nodes, PhrasingContent, RootContent } from "mdast";
// Adds the directives' types to the tree.
import type {} from "remark-directive";

/*
 * Constructors for the few kinds of nodes that directives produce. A page stays a Markdown tree to the end, so that the web page
 * and the PDF come from the same source.
 */

declare module "mdast" {
  interface HeadingData {
    /** The anchor. */
    id?: string;
    /** Left out of the table of contents, because there are too many of its kind. */
    unlisted?: boolean;
  }
}

export const text = (value: string): PhrasingContent => ({ type: "text", value });
export const code = (value: string): PhrasingContent => ({ type: "inlineCode", value });
export const strong = (value: string): PhrasingContent => ({ type: "strong", children: [text(value)] });
export const emphasis = (value: string): PhrasingContent => ({ type: "emphasis", children: [text(value)] });
export const link = (url: string, ...children: PhrasingContent[]): PhrasingContent => ({
  type: "link",
  url,
  // Links can't contain links.
  children: children.filter((child) => child.type !== "link" && child.type !== "linkReference"),
});
export const paragraph = (...children: PhrasingContent[]): RootContent => ({ type: "paragraph", children });

export function heading(depth: number, id: string, ...children: PhrasingContent[]): Heading {
  return { type: "heading", depth: depthOf(depth), children, data: { id, unlisted: true } };
}

export function depthOf(depth: number): Heading["depth"] {
  if (depth <= 2) return 2;
  if (depth === 3) return 3;
  if (depth === 4) return 4;
  return depth === 5 ? 5 : 6;
}

export function table(head: readonly string[], rows: readonly (readonly PhrasingContent[])[][]): RootContent {
  const row = (cells: readonly (readonly PhrasingContent[])[]) => ({
    type: "tableRow" as const,
    children: cells.map((children) => ({ type: "tableCell" as const, children: [...children] })),
  });
  return { type: "table", children: [row(head.map((title) => [text(title)])), ...rows.map(row)] };
}

/** A custom block, which HTML and PDF recognize by its name. */
export function block(name: string, attributes: Record<string, string>, children: RootContent[]): RootContent {
  return {
    type: "containerDirective",
    name,
    attributes,
    children: children.filter((child) => isFlow(child)),
  };
}

type Flow = Extract<RootContent, { type: "containerDirective" }>["children"][number];
function isFlow(node: RootContent): node is Flow {
  return !["text", "emphasis", "strong", "link", "inlineCode", "tableRow", "tableCell", "listItem", "yaml"].includes(
    node.type,
  );
}

export function eachNode(node: Nodes, visit: (node: Nodes) => void): void {
  visit(node);
  if ("children" in node) for (const child of node.children) eachNode(child, visit);
}

export const lineOf = (node: Nodes): number | undefined => node.position?.start.line;
