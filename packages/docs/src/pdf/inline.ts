import type { PhrasingContent } from "mdast";
import type { ContentText } from "pdfmake/interfaces.js";
import { configured } from "../source.ts";
import type { DocsConfig } from "../values.ts";
import { printable } from "./signs.ts";

/** What the cover and the links of a document have of the platform's brand. */
export interface PdfBrand {
  readonly name: string;
  /** `#rrggbb`, readable on white, and its quiet background. */
  readonly accent: string;
  readonly soft: string;
  /** A PNG as a data URL; null for the mark that comes with the platform. */
  readonly logo: string | null;
}

export interface PdfContext {
  readonly config: DocsConfig;
  readonly brand: PdfBrand;
  /** The site's origin without a trailing slash, for links to other pages. */
  readonly origin: string;
  /** Font size of the surrounding text, in points. */
  readonly size: number;
}

/** At the same size, the code font is larger than Inter. */
const CODE = 0.93;

/** Inline text with its formatting: strong, code, a link. */
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
      // Line breaks in the source aren't line breaks here.
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
        color: ctx.brand.accent,
        ...target(configured(node.url, ctx.config), ctx),
      });
    case "break":
      return [{ text: "\n" }];
    default:
      return "children" in node ? inline(node.children, ctx, marks) : [];
  }
}

/** Replacements for glyphs that Inter lacks use the code font, where they consist of even parts. */
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
