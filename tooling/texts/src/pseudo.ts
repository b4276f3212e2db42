import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { collect, WEB } from "./collect.ts";
import { texts } from "./plugin.ts";
import { writePo } from "./po.ts";

// node tooling/texts/src/pseudo.ts OUT [LOCALE]: builds the web app with a second language in which every text stands in
// brackets, so that what is still English on a screen is seen at once. Marks of values and elements stay as they are.
const [out, locale = "de"] = process.argv.slice(2);
if (!out) throw new Error("Where to? node tooling/texts/src/pseudo.ts OUT [LOCALE]");

const directory = mkdtempSync(join(tmpdir(), "bbux-pseudo-"));
const path = join(directory, `${locale}.po`);
const english = writePo(locale, await collect(), path, true);
// One line or many: the text is between the first quotation mark of its entry and the last.
const bracketed = english.replace(
  /^(msgstr(?:\[\d\])?) ((?:".*"\n?)+)/gm,
  (entry: string, head: string, lines: string) =>
    /"Plural-Forms/.test(lines) ? entry : `${head} ${lines.replace(/^"/, '"⟦').replace(/"(\n?)$/, '⟧"$1')}`,
);
writeFileSync(path, bracketed);
await build({
  root: WEB,
  configFile: join(WEB, "vite.config.ts"),
  plugins: [texts({ locales: ["en", locale], directory })],
  build: { outDir: out, emptyOutDir: true },
  logLevel: "warn",
});
