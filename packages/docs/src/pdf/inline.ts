import type { PhrasingContent } from "mdast";
import type { ContentText } from "pdfmake/interfaces.js";
import { configured } from "../source.ts";
import type { DocsConfig } from "../values.ts";
import { printable } from "./signs.ts";
import { COLOUR } from "./style.ts";

export interface PdfContext {
  readonly config: DocsConfig;
  /** Where the site is, without a slash at the end: links to other pages lead there. */
  readonly origin: string;
  /** Of the text around, in points. */
  readonly size: number;
}

/** Signs of the code font are larger than Inter's of the same size. */
const CODE = 0.93;

/** Text in a line, with what it is: strong, code, a link. */
export function inline(
  nodes: readonly PhrasingContent[],
  ctx: PdfContext,
  marks: Partial<ContentText> = {},
): ContentText[] {
  return nodes.flatMap((node) => run(node, ctx, marks));
}

function run(node: PhrasingContent, ctx: PdfContext, marks: Partial<ContentText>): ContentText[] {
  switch (node.type) {
    case "text":
      // Lines of the source are no lines here.
      return pieces(configured(node.value, ctx.config).replace(/\s*\n\s*/g, " "), marks);
    case "inlineCode":
      return [
        { ...marks, text: printable(configured(node.value, ctx.config)), font: "Mono", fontSize: ctx.size * CODE },
      ];
    case "strong":
      return inline(node.children, ctx, { ...marks, bold: true });
    case "emphasis":
      return inline(node.children, ctx, { ...marks, italics: true });
    case "delete":
      return inline(node.children, ctx, { ...marks, decoration: "lineThrough" });
    case "link":
      return inline(node.children, ctx, {
        ...marks,
        color: COLOUR.link,
        ...target(configured(node.url, ctx.config), ctx),
      });
    case "break":
      return [{ text: "\n" }];
    default:
      return "children" in node ? inline(node.children, ctx, marks) : [];
  }
}

/** The substitute of a sign that Inter lacks stands in the code font, in which it is made of even parts. */
function pieces(text: string, marks: Partial<ContentText>): ContentText[] {
  return text
    .split(/([→←↔⇒≥≤≠])/)
    .map((part, at) =>
      at % 2 === 1 ? { ...marks, text: printable(part), font: "Mono" } : { ...marks, text: printable(part) },
    )
    .filter(({ text: kept }) => kept !== "");
}

function target(url: string, { origin }: PdfContext): Partial<ContentText> {
  if (url.startsWith("#")) return { linkToDestination: url.slice(1) };
  return { link: url.startsWith("/") ? `${origin}${url}` : url };
}
