import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PO from "pofile";
import { build, loadConfigFromFile, type PluginOption } from "vite";
import { collect, WEB } from "./collect.ts";
import { texts } from "./plugin.ts";
import { writePo } from "./po.ts";

// node tooling/texts/src/pseudo.ts OUT [LOCALE]: builds the web app with a second language in which every text is in
// brackets and longer than in English, so that untranslated, glued and clipped text on a screen is easy to see.

/** The brackets of a text, and of each value and element inside it, whose content must be translated or somebody's own. */
export const BRACKETS = { text: "⟦⟧", value: "⦃⦄" } as const;
/** German and Spanish need about a third more room than English. */
const LONGER = 0.35;
/** A word of the filler, as long as a usual one, so that lines may break. */
const WORD = 6;

/** A text in that language: `Hi <0/>!` is `⟦Hi ⦃<0/>⦄ ~!⟧`. Counts (`#`) and the text inside elements stay as they are. */
export function pseudoText(english: string): string {
  const letters = english.replaceAll(/\{\d+\}|<\/?\d+\/?>/g, "").length;
  const filler = Array.from({ length: Math.ceil(letters * LONGER) }, (_, at) => ((at + 1) % WORD === 0 ? " " : "~"));
  const [, words = "", stop = ""] = /^(.*?)([.,:;?!…]*)$/s.exec(english) ?? [];
  const marked = words.replaceAll(/\{\d+\}|<\d+\/>/g, (mark) => `⦃${mark}⦄`);
  return `⟦${marked} ${filler.join("").trim()}${stop}⟧`;
}

/** Writes the catalog of such a language into the folder. @returns its path */
export function writePseudo(all: Awaited<ReturnType<typeof collect>>, locale: string, directory: string): string {
  const path = join(directory, `${locale}.po`);
  const po = PO.parse(writePo(locale, all, path, true));
  for (const item of po.items) item.msgstr = item.msgstr.map(pseudoText);
  writeFileSync(path, `${po.toString()}\n`);
  return path;
}

if (import.meta.main) {
  const [out, locale = "de"] = process.argv.slice(2);
  if (!out) throw new Error("Usage: node tooling/texts/src/pseudo.ts OUT [LOCALE]");
  const directory = mkdtempSync(join(tmpdir(), "bbux-pseudo-"));
  writePseudo(await collect(), locale, directory);
  const loaded = await loadConfigFromFile({ command: "build", mode: "production" }, join(WEB, "vite.config.ts"));
  if (!loaded) throw new Error("The web app has no configuration");
  /** Nobody downloads this build, and compressing it would take longer than everything else. */
  const packs = (plugin: PluginOption): boolean =>
    typeof plugin === "object" && plugin !== null && "name" in plugin && plugin.name.includes("compression");
  await build({
    ...loaded.config,
    root: WEB,
    configFile: false,
    plugins: [
      (loaded.config.plugins ?? []).flat().filter((plugin) => !packs(plugin)),
      texts({ locales: ["en", locale], directory }),
    ],
    build: { ...loaded.config.build, outDir: out, emptyOutDir: true },
    logLevel: "warn",
  });
}
