import pdfmake from "pdfmake";
import { compilePage } from "../compile.ts";
import type { Slug } from "../pages.ts";
import type { DocsConfig } from "../values.ts";
import { documentOf } from "./document.ts";
import { FONTS, fontFiles } from "./fonts.ts";
import type { PdfBrand } from "./inline.ts";
import { SIZE } from "./style.ts";

declare module "pdfmake" {
  /** In-memory files for documents. The types declare it for browsers only. */
  const virtualfs: { writeFileSync(name: string, content: Buffer): void };
}

export interface PdfConfig extends DocsConfig {
  /** The site's origin: `https://bbux.example`. */
  readonly origin: string;
  /** Whose documents these are. */
  readonly brand: PdfBrand;
}

/**
 * A page as a PDF (A4) with selectable text, a table of contents with page numbers, bookmarks, and links. The same page and
 * configuration give the same bytes. Long pages take seconds of processor time, so don't call it on a server's main thread.
 * @throws DocsError if the page has problems
 */
export async function renderPdf(slug: Slug, config: PdfConfig): Promise<Uint8Array<ArrayBuffer>> {
  prepare();
  const ctx = { config, brand: config.brand, origin: config.origin.replace(/\/$/, ""), size: SIZE.text };
  const buffer = await pdfmake.createPdf(documentOf(compilePage(slug), ctx)).getBuffer();
  return new Uint8Array(buffer);
}

let isPrepared = false;

/** Documents can use the fonts and nothing else: no address, no file. */
function prepare(): void {
  if (isPrepared) return;
  for (const { name, font } of fontFiles()) pdfmake.virtualfs.writeFileSync(name, font);
  pdfmake.setFonts(FONTS);
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy(() => false);
  isPrepared = true;
}
