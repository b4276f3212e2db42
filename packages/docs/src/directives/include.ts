import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PAGES } from "../files.ts";
import { isSlug } from "../pages.ts";
import { readSource } from "../source.ts";
import { depthOf, eachNode } from "../tree.ts";
import type { Directive } from "./directive.ts";

/** Another page's text inside this one, with its headings below the current one: `::include{page="cookies"}`. */
export const include: Directive = ({ attributes, depth, complain, read }) => {
  const { page = "" } = attributes;
  if (!isSlug(page)) {
    complain(`there is no page ${page}`);
    return [];
  }
  const nodes = read(page, readSource(page, readFileSync(join(PAGES, `${page}.md`), "utf8")).markdown);
  for (const node of nodes)
    eachNode(node, (inner) => {
      if (inner.type === "heading") inner.depth = depthOf(inner.depth + depth - 2);
    });
  return nodes;
};
