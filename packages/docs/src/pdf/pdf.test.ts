import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, it } from "vitest";
import { compilePage } from "../compile.ts";
import { SLUGS, type Slug } from "../pages.ts";
import { DEFAULT_CONFIG } from "../values.ts";
import { renderPdf } from "./index.ts";
import { printable } from "./signs.ts";
import { PAGE } from "./style.ts";

const BRAND = { name: "BBUX", accent: "#0f544c", soft: "#e6f1ee", logo: null };
/** The page whose PDF the gate looks at. */
const SHORT: Slug = "cookies";
const CONFIG = { ...DEFAULT_CONFIG, origin: "https://bbux.test", brand: BRAND };

/** `text` excludes running headers and footers, `unnumbered` also the markers of list items. */
type Part = "all" | "text" | "unnumbered";

/** Pieces of text as they are placed on a page. */
type Items = Extract<Awaited<ReturnType<PDFPageProxy["getTextContent"]>>["items"][number], { str: string }>[];

async function itemsOf(pdf: PDFDocumentProxy): Promise<Items[]> {
  const pages = Array.from({ length: pdf.numPages }, async (_, at) => (await pdf.getPage(at + 1)).getTextContent());
  return (await Promise.all(pages)).map(({ items }) => items.filter((item) => "str" in item));
}

const textOf = (items: Items, part: Part) =>
  items
    .filter((item) => part === "all" || isText(item, part))
    .map(({ str, hasEOL }) => `${str}${hasEOL ? "\n" : ""}`)
    .join("");

function isText({ str, transform }: { str: string; transform: number[] }, part: Part): boolean {
  const [x = 0, y = 0] = transform.slice(4);
  const isNumber = part === "unnumbered" && x < PAGE.left + 20 && /^[\d.]+\s*$/.test(str);
  return !isNumber && y > PAGE.bottom - 8 && y < PAGE.height - PAGE.top + 12;
}

/** Text at the same height, from left to right. */
function linesOf(items: Items): string[] {
  const lines = new Map<number, string>();
  for (const item of items) {
    // Sizes vary within a line, and with them the positions of its text.
    const y = [...lines.keys()].find((known) => Math.abs(known - item.transform[5]) < 4) ?? item.transform[5];
    lines.set(y, `${lines.get(y) ?? ""}${item.str}`);
  }
  return [...lines.values()];
}

/** The words in order, without what only the layout changes: spaces, line ends, line breaks without hyphens. */
const squeezed = (text: string) => printable(text).replace(/\s+/g, "");

interface Opened {
  readonly bytes: Uint8Array;
  readonly pdf: PDFDocumentProxy;
  readonly pages: readonly Items[];
  readonly texts: readonly string[];
}

const documents = new Map<Slug, Promise<Opened>>();

function opened(slug: Slug): Promise<Opened> {
  const known = documents.get(slug) ?? open(slug);
  documents.set(slug, known);
  return known;
}

async function open(slug: Slug): Promise<Opened> {
  const bytes = await renderPdf(slug, CONFIG);
  // The reader takes what it is given.
  const pdf = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise;
  const pages = await itemsOf(pdf);
  return { bytes, pdf, pages, texts: pages.map((items) => textOf(items, "all")) };
}

for (const slug of SLUGS) {
  describe(`the PDF of ${slug}`, slug === SHORT ? {} : { tags: "proof" }, () => {
    const page = compilePage(slug);

    it("contains the page's text as selectable text: every sentence and row, in order [M2.39 M2.42 M2.45 M2.55 M2.56 M2.57 M2.58 M2.61]", async () => {
      const { pages } = await opened(slug);
      const wholes = (["text", "unnumbered"] as const).map((part) =>
        squeezed(pages.map((items) => textOf(items, part)).join("\n")),
      );
      const missing = page.sections
        .flatMap(({ title, text }) => [title, ...text.split("\n")])
        .flatMap((line) => line.split(/(?<=[.:;]) /))
        .filter((line) => !wholes.some((whole) => whole.includes(squeezed(line))));
      // The header of a table that continues on the next page appears again between two of its rows.
      expect(missing).toEqual([]);
    });

    it("numbers its pages, and shows the document's title on each but the first", async () => {
      const { pdf, texts } = await opened(slug);
      expect(texts).toHaveLength(pdf.numPages);
      for (const [at, text] of texts.entries()) {
        expect(text).toContain(`Page ${at + 1} of ${pdf.numPages}`);
        if (at > 0) expect(text).toContain(printable(page.meta.title));
      }
    });

    it("lists its headings with the right page numbers", async () => {
      const { pages, texts } = await opened(slug);
      const first = texts.findIndex((text) => text.includes("Contents"));
      const entries = pages.slice(first, first + 3).flatMap(linesOf);
      for (const { title } of page.toc) {
        const shown = printable(title);
        const entry = entries.find((line) => line.startsWith(shown) && /^\d+$/.test(line.slice(shown.length).trim()));
        const number = Number(entry?.slice(shown.length));
        expect(number, title).toBeGreaterThan(first + 1);
        expect(texts[number - 1]?.replace(/\s+/g, " "), `${title} on page ${number}`).toContain(shown);
      }
    });

    it("states its title, language, and author in its metadata", async () => {
      const { pdf } = await opened(slug);
      const { info } = await pdf.getMetadata();
      expect(info).toMatchObject({ Title: `${page.meta.title} · BBUX`, Author: "BBUX", Language: "en" });
      expect(String("Subject" in info && info.Subject)).toBe(printable(page.meta.description));
    });

    it("has its headings as bookmarks, with chapters at the top level", async () => {
      const { pdf } = await opened(slug);
      const outline = await pdf.getOutline();
      expect(outline.map(({ title }) => title)).toEqual(
        page.toc.filter(({ depth }) => depth === 2).map(({ title }) => printable(title)),
      );
    });
  });
}

describe("links in PDFs", { tags: "proof" }, () => {
  it("lead to the named heading within the document", async () => {
    const { pdf, texts } = await opened("user-guide");
    const [destination] = (await pdf.getDestination("bounty-system")) ?? [];
    const at = await pdf.getPageIndex(destination);
    expect(texts[at]).toContain("Bounty system");
    const annotations = await (await pdf.getPage(at + 1)).getAnnotations();
    expect(annotations.every(({ subtype }) => subtype === "Link")).toBe(true);
  });

  it("lead to the site for other pages, and to the configured addresses", async () => {
    const { pdf } = await opened("user-guide");
    const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, at) => pdf.getPage(at + 1)));
    const urls = (await Promise.all(pages.map((page) => page.getAnnotations()))).flat().map(({ url }) => url);
    expect(urls).toContain("https://bbux.test/docs/platform");
    expect(urls).toContain(`mailto:${CONFIG.supportEmail}`);
  });
});

describe("PDF generation", () => {
  it("gives the same bytes for the same text and configuration, and different ones otherwise", async () => {
    const { bytes: one } = await opened(SHORT);
    const [same, other] = [
      await renderPdf(SHORT, CONFIG),
      await renderPdf(SHORT, { ...CONFIG, legalEmail: "else@bbux.test" }),
    ];
    expect(Buffer.compare(one, same)).toBe(0);
    expect(Buffer.compare(one, other)).not.toBe(0);
  });

  it("embeds its fonts", async () => {
    const bytes = Buffer.from((await opened(SHORT)).bytes).toString("latin1");
    const fonts = [...bytes.matchAll(/\/BaseFont \/[A-Z]{6}\+([\w-]+)/g)].map(([, name]) => name);
    expect(fonts.some((name) => name?.startsWith("Inter"))).toBe(true);
    expect(bytes.match(/\/FontFile[23]/g)?.length).toBe(new Set(fonts).size);
  });
});

it("has the brand's name, logo and accent, and nothing of the default's", async () => {
  // One red pixel.
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
  const brand = { name: "Askaway", accent: "#5b21b6", soft: "#eee8f8", logo: `data:image/png;base64,${png}` };
  const bytes = await renderPdf(SHORT, { ...CONFIG, brand });
  const pdf = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise;
  const [first = [], second = []] = await itemsOf(pdf);
  expect([first, second].map((items) => textOf(items, "all").includes("Askaway"))).toEqual([true, true]);
  expect((await pdf.getMetadata()).info).toMatchObject({ Author: "Askaway" });
  expect(Buffer.from(bytes).toString("latin1")).toContain("/Subtype /Image");
  expect(Buffer.from(await renderPdf(SHORT, CONFIG)).toString("latin1")).not.toContain("/Subtype /Image");
});
