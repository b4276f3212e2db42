import { join } from "node:path";
import { collect, WEB } from "./collect.ts";
import { writeCatalogues } from "./write.ts";

// npm run texts: collects every screen text into the catalogs and keeps existing translations.
const texts = await collect();
const paths = writeCatalogues(texts, join(WEB, "src/locales"));
process.stdout.write(`${texts.size} texts in ${paths.join(", ")}\n`);
