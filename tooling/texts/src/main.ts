import { join } from "node:path";
import { collect, WEB } from "./collect.ts";
import { collectSentences, writeSentences } from "./sentences.ts";
import { writeCatalogues } from "./write.ts";

// npm run texts: collects the texts of the screens and the server's sentences into their catalogs, and keeps existing translations.
const texts = await collect();
const paths = writeCatalogues(texts, join(WEB, "src/locales"));
process.stdout.write(`${texts.size} texts in ${paths.join(", ")}\n`);
const sentences = collectSentences();
process.stdout.write(`${sentences.length} sentences in ${writeSentences(sentences).join(", ")}\n`);
