import type { Element, Root, RootContent } from "hast";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { type PluggableList, unified } from "unified";
import { hasMath } from "./formulas.ts";
import { isTooCostly } from "./guard.ts";
import { mathPlugins } from "./math.ts";
import { mentions } from "./mentions.ts";
import { asWritten, isInProportion, PREFIX, REL } from "./stored.ts";
import { safeHref, safeImage } from "./urls.ts";

/** Every attribute of HTML that holds an address; all but two are removed. */
const ADDRESSES = [
  "action",
  "cite",
  "data",
  "formAction",
  "href",
  "icon",
  "itemId",
  "manifest",
  "ping",
  "poster",
  "src",
];

/**
 * Renders members' text as HTML that is safe to show anywhere: what they wrote as HTML stays text, links are absolute
 * http(s), mailto or our own posts and members, pictures are https or our uploads, and every other address is dropped.
 * Text that would take too long, or that crashes the renderer, is shown as written.
 * @returns null if the HTML would be out of proportion to the text
 */
export function toHtml(markdown: string): string | null {
  const html = render(markdown);
  return isInProportion(markdown, html) ? html : null;
}

function render(markdown: string): string {
  if (isTooCostly(markdown)) return asWritten(markdown);
  try {
    const math = hasMath(markdown) ? mathPlugins : { remark: [], rehype: [] };
    return String(
      unified()
        .use(remarkParse)
        .use([remarkGfm, ...math.remark, mentions] satisfies PluggableList)
        // Raw HTML passes as nodes of its own, which become text below.
        .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: PREFIX })
        .use(math.rehype satisfies PluggableList)
        .use(safe)
        .use(rehypeStringify, { characterReferences: { useNamedReferences: true } })
        .processSync(markdown),
    );
  } catch {
    return asWritten(markdown);
  }
}

/** Makes raw HTML text, and decides about each address. */
function safe() {
  return (tree: Root) => visit(tree);
}

function visit(parent: Root | Element): void {
  parent.children = parent.children.map((child): RootContent => {
    if (child.type === "raw") return { type: "text", value: child.value };
    if (child.type === "element") {
      decideAddresses(child);
      visit(child);
    }
    return child;
  }) as Element["children"];
}

function decideAddresses({ tagName, properties }: Element): void {
  const { href, src } = properties;
  const mention = properties["data-mention"];
  for (const name of ADDRESSES) delete properties[name];
  if (tagName === "a" && typeof mention === "string") properties.href = `/users/${mention}`;
  else if (tagName === "a" && typeof href === "string") {
    const isOwn = href.startsWith(`#${PREFIX}`);
    const allowed = isOwn ? href : safeHref(href);
    if (allowed === null) return;
    properties.href = allowed;
    if (!isOwn) properties.rel = REL.split(" ");
  } else if (tagName === "img" && typeof src === "string") {
    const allowed = safeImage(src);
    if (allowed !== null) properties.src = allowed;
  }
}
