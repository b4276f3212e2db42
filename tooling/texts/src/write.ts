import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { LOCALES } from "../../../apps/web/texts.config.ts";
import { type collect, WEB } from "./collect.ts";
import { writePo } from "./po.ts";

/** Writes the catalog of each language into the folder, and keeps existing translations. @returns their paths */
export function writeCatalogues(texts: Awaited<ReturnType<typeof collect>>, directory: string): string[] {
  mkdirSync(directory, { recursive: true });
  return LOCALES.map((locale, place) => {
    const path = join(directory, `${locale}.po`);
    writeFileSync(path, writePo(locale, texts, path, place === 0));
    return relative(join(WEB, "../.."), path);
  });
}
