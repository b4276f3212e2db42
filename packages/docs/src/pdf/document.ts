import type { Content, TDocumentDefinitions } from "pdfmake/interfaces.js";
import type { CompiledPage } from "../compile.ts";
import { blocks } from "./blocks.ts";
import type { PdfBrand, PdfContext } from "./inline.ts";
import { printable } from "./signs.ts";
import { COLOR, PAGE, SIZE, STYLES, TEXT_WIDTH } from "./style.ts";

/** The whole document: title and contents first, then the text from the next page on, with a running header and page numbers. */
export function documentOf({ meta, tree, toc }: CompiledPage, ctx: PdfContext): TDocumentDefinitions {
  const { brand } = ctx;
  const title = printable(meta.title);
  const updated = new Date(`${meta.updated}T00:00:00Z`);
  const date = updated.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  const text = blocks(tree.children, ctx, { parents: [] });
  return {
    info: {
      title: `${title} · ${brand.name}`,
      author: brand.name,
      subject: printable(meta.description),
      creator: brand.name,
      producer: brand.name,
      // The text's own date, so that the same text gives the same file.
      creationDate: updated,
      modDate: updated,
    },
    version: "1.7",
    language: "en",
    displayTitle: true,
    pageSize: "A4",
    pageMargins: [PAGE.left, PAGE.top, PAGE.right, PAGE.bottom],
    defaultStyle: { font: "Inter", fontSize: SIZE.text, lineHeight: 1.42, color: COLOR.ink },
    styles: STYLES,
    header: (page) => (page === 1 ? null : runningHead(brand, title)),
    footer: (page, pages) => ({
      margin: [PAGE.left, 26, PAGE.right, 0],
      fontSize: SIZE.small,
      color: COLOR.ink3,
      columns: [{ text: `${date}` }, { text: `Page ${page} of ${pages}`, alignment: "right", width: "auto" }],
    }),
    content: [
      ...titleHead(brand, title, printable(meta.description), `Updated ${date}`, `${ctx.origin}${meta.address}`),
      ...(toc.length > 0
        ? [
            {
              toc: { title: { text: "Contents", bold: true, fontSize: 11, margin: [0, 26, 0, 0] } },
            } satisfies Content,
          ]
        : []),
      { text: "", pageBreak: toc.length > 0 ? "before" : undefined, fontSize: 1, lineHeight: 0.1 },
      ...text,
    ],
  };
}

function titleHead(brand: PdfBrand, title: string, description: string, updated: string, address: string): Content[] {
  return [
    {
      columns: [
        brand.logo === null
          ? { width: 24, svg: mark(brand.accent), fit: [22, 22] }
          : { width: 24, image: brand.logo, fit: [22, 22] },
        { text: printable(brand.name), bold: true, fontSize: 12, margin: [4, 3.5, 0, 0] },
      ],
      margin: [0, 0, 0, 76],
    },
    { text: title, bold: true, fontSize: 32, lineHeight: 1.12, characterSpacing: -0.7 },
    { text: description, fontSize: 12, color: COLOR.ink2, lineHeight: 1.45, margin: [0, 12, 60, 0] },
    {
      text: [{ text: `${updated}  ·  ` }, { text: address, link: address, color: brand.accent }],
      fontSize: SIZE.small + 0.5,
      color: COLOR.ink3,
      margin: [0, 14, 0, 18],
    },
    {
      canvas: [{ type: "line", x1: 0, y1: 0, x2: TEXT_WIDTH, y2: 0, lineWidth: 0.75, lineColor: COLOR.lineStrong }],
    },
  ];
}

function runningHead(brand: PdfBrand, title: string): Content {
  return {
    margin: [PAGE.left, 34, PAGE.right, 0],
    stack: [
      {
        fontSize: SIZE.small,
        color: COLOR.ink3,
        columns: [
          { text: printable(brand.name), bold: true },
          { text: title, alignment: "right", width: "*" },
        ],
      },
      {
        canvas: [{ type: "line", x1: 0, y1: 6, x2: TEXT_WIDTH, y2: 6, lineWidth: 0.5, lineColor: COLOR.line }],
      },
    ],
  };
}

/** The logo from apps/web/public/favicon.svg. */
const mark = (color: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="${color}"/>
<path d="M10 8v16M10 16h6.4a4 4 0 0 1 0 8H10M10 8h5.4a4 4 0 0 1 0 8" fill="none" stroke="#ffffff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/>
<circle cx="24.4" cy="8.2" r="2.5" fill="#e3b04f"/>
</svg>`;
