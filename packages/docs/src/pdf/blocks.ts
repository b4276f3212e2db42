import type { Heading, List, RootContent } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import type { Content, ContentText } from "pdfmake/interfaces.js";
import { configured } from "../source.ts";
import { codeBlock } from "./code.ts";
import { inline, type PdfContext } from "./inline.ts";
import { printable } from "./signs.ts";
import { aside, COLOR, SIZE, TEXT_WIDTH } from "./style.ts";
import { tableBlock } from "./table.ts";

/** A page's blocks, in order. A heading stays with the block that follows it. */
export function blocks(
  nodes: readonly RootContent[],
  ctx: PdfContext,
  outline: Outline,
  width = TEXT_WIDTH,
): Content[] {
  const made: Content[] = [];
  let waiting: Content[] = [];
  for (const node of nodes) {
    const content = block(node, ctx, outline, width);
    if (node.type === "heading" || announces(node)) {
      waiting.push(...content);
      continue;
    }
    if (waiting.length === 0) made.push(...content);
    else if (isShort(node)) made.push({ stack: [...waiting, ...content], unbreakable: true });
    else made.push(...waiting, ...content);
    waiting = [];
  }
  return [...made, ...waiting];
}

/** A line such as "Give three things:" stays with what it introduces. */
const announces = (node: RootContent) => node.type === "paragraph" && /:$/.test(plainText(node).trim());

/** Nests bookmarks under the last heading above. */
export interface Outline {
  parents: { id: string; depth: number }[];
}

/** Only blocks shorter than a page can be kept together with their heading. */
function isShort(node: RootContent): boolean {
  if (node.type === "paragraph") return true;
  if (node.type === "code") return node.value.split("\n").length <= 12;
  if (node.type === "table") return node.children.length <= 5;
  if (node.type === "list") return plainText(node).length < 600;
  return node.type === "containerDirective" && ["note", "warning"].includes(node.name);
}

function block(node: RootContent, ctx: PdfContext, outline: Outline, width: number): Content[] {
  switch (node.type) {
    case "heading":
      return [heading(node, ctx, outline)];
    case "paragraph":
      return [{ text: inline(node.children, ctx), margin: [0, 0, 0, 7] }];
    case "list":
      return [list(node, ctx, outline, width)];
    case "code":
      return [codeBlock(node, ctx, width)];
    case "table":
      return [tableBlock(node, ctx, width)];
    case "blockquote":
      return [{ stack: blocks(node.children, ctx, outline, width - 14), margin: [14, 0, 0, 6], color: COLOR.ink2 }];
    case "thematicBreak":
      return [rule(width)];
    case "containerDirective":
      return container(node, ctx, outline, width);
    default:
      return [];
  }
}

const SPACE_ABOVE: Readonly<Record<number, number>> = { 2: 22, 3: 14, 4: 12, 5: 10, 6: 10 };

function heading(node: Heading, ctx: PdfContext, outline: Outline): Content {
  const id = node.data?.id ?? "";
  const title = printable(configured(plainText(node), ctx.config));
  outline.parents = outline.parents.filter(({ depth }) => depth < node.depth);
  const parent = outline.parents.at(-1)?.id;
  outline.parents.push({ id, depth: node.depth });
  const listed = !node.data?.unlisted && node.depth <= 3;
  const text = inline(node.children, ctx).map(({ fontSize: _, ...piece }): ContentText => piece);
  const made: Content = {
    text,
    style: `h${Math.min(node.depth, 5)}`,
    margin: [0, SPACE_ABOVE[node.depth] ?? 10, 0, node.depth === 2 ? 8 : 5],
    outline: true,
    outlineText: title,
    ...(parent && { outlineParentId: parent }),
    ...(listed && {
      tocItem: true,
      tocStyle: node.depth === 2 ? "tocOne" : "tocTwo",
      tocMargin: node.depth === 2 ? [0, 6, 0, 0] : [14, 1.5, 0, 0],
      tocNumberStyle: "tocNumber",
    }),
  };
  // The target of links in the document. The types allow an id only on plain text.
  return Object.assign(made, { id });
}

function list(node: List, ctx: PdfContext, outline: Outline, width: number): Content {
  const items = node.children.map((item): Content => {
    const [only, ...more] = item.children;
    if (only?.type === "paragraph" && more.length === 0)
      return { text: inline(only.children, ctx), margin: [0, 0, 0, 3.5] };
    return { stack: blocks(item.children, ctx, outline, width - 16), margin: [0, 0, 0, 1] };
  });
  const shape = { margin: [0, 0, 0, 5] as [number, number, number, number], markerColor: COLOR.ink3 };
  return node.ordered ? { ol: items, start: node.start ?? 1, ...shape } : { ul: items, ...shape };
}

const rule = (width: number): Content => ({
  canvas: [{ type: "line", x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.5, lineColor: COLOR.line }],
  margin: [0, 10, 0, 12],
});

type Container = Extract<RootContent, { type: "containerDirective" }>;

function container(node: Container, ctx: PdfContext, outline: Outline, width: number): Content[] {
  const title = node.attributes?.title ?? "";
  if (node.name === "tabs") return blocks(node.children, ctx, outline, width);
  if (node.name === "tab")
    return [
      { text: title, bold: true, fontSize: SIZE.small, color: COLOR.ink3, margin: [0, 4, 0, 2] },
      ...blocks(node.children, ctx, outline, width),
    ];
  if (node.name === "endpoint") return [rule(width), ...blocks(node.children, ctx, outline, width)];
  const isWarning = node.name === "warning";
  const [color, fill] = isWarning ? [COLOR.bad, COLOR.badSoft] : [ctx.brand.accent, ctx.brand.soft];
  return [
    {
      layout: aside(color),
      margin: [0, 2, 0, 10],
      table: {
        widths: ["*"],
        body: [
          [
            {
              fillColor: fill,
              stack: [
                { text: title || (isWarning ? "Take care" : "Note"), bold: true, color, margin: [0, 0, 0, 3] },
                ...blocks(node.children, ctx, outline, width - 26),
              ],
            },
          ],
        ],
      },
    },
  ];
}
