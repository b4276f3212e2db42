import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LOCALES } from "../../../apps/web/texts.config.ts";
import { collect, WEB } from "./collect.ts";
import { writePo } from "./po.ts";

// npm run texts: gathers every text of the screens into the catalogues, keeps what is translated.
const directory = join(WEB, "src/locales");
mkdirSync(directory, { recursive: true });
const texts = await collect();
for (const [place, locale] of LOCALES.entries()) {
  const path = join(directory, `${locale}.po`);
  writeFileSync(path, writePo(locale, texts, path, place === 0));
}
process.stdout.write(
  `${texts.size} texts in ${LOCALES.map((locale) => `apps/web/src/locales/${locale}.po`).join(", ")}\n`,
);
