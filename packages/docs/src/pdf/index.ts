import pdfmake from "pdfmake";
import { compilePage } from "../compile.ts";
import type { Slug } from "../pages.ts";
import type { DocsConfig } from "../values.ts";
import { documentOf } from "./document.ts";
import { FONTS, fontFiles } from "./fonts.ts";
import { SIZE } from "./style.ts";

declare module "pdfmake" {
  /** Files in memory, which documents name. The types know it in browsers only. */
  const virtualfs: { writeFileSync(name: string, content: Buffer): void };
}

export interface PdfConfig extends DocsConfig {
  /** Where the site is: `https://bbux.example`. */
  readonly origin: string;
}

/**
 * A page as a PDF (A4): selectable text, table of contents with page numbers, bookmarks, links. The same page and
 * configuration give the same bytes. Takes seconds of processor time for the long ones: not for a server's own thread.
 * @throws DocsError when the page has faults
 */
export async function renderPdf(slug: Slug, config: PdfConfig): Promise<Uint8Array<ArrayBuffer>> {
  prepare();
  const ctx = { config, origin: config.origin.replace(/\/$/, ""), size: SIZE.text };
  const buffer = await pdfmake.createPdf(documentOf(compilePage(slug), ctx)).getBuffer();
  return new Uint8Array(buffer);
}

let isPrepared = false;

/** Documents have the fonts, and reach nothing else: no address, no file. */
function prepare(): void {
  if (isPrepared) return;
  for (const { name, font } of fontFiles()) pdfmake.virtualfs.writeFileSync(name, font);
  pdfmake.setFonts(FONTS);
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy(() => false);
  isPrepared = true;
}
