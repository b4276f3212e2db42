import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, loadConfigFromFile, type PluginOption } from "vite";
import { collect, WEB } from "./collect.ts";
import { texts } from "./plugin.ts";
import { writePo } from "./po.ts";

// node tooling/texts/src/pseudo.ts OUT [LOCALE]: builds the web app with a second language in which every text is in
// brackets, so that untranslated text on a screen is easy to see. Markers of values and elements stay unchanged.
/** Writes the catalog of such a language into the folder. @returns its path */
export function writePseudo(all: Awaited<ReturnType<typeof collect>>, locale: string, directory: string): string {
  const path = join(directory, `${locale}.po`);
  const english = writePo(locale, all, path, true);
  // One line or many: the text is between the first quotation mark of its entry and the last.
  const bracketed = english.replace(
    /^(msgstr(?:\[\d\])?) ((?:".*"\n?)+)/gm,
    (entry: string, head: string, lines: string) =>
      /"Plural-Forms/.test(lines) ? entry : `${head} ${lines.replace(/^"/, '"⟦').replace(/"(\n?)$/, '⟧"$1')}`,
  );
  writeFileSync(path, bracketed);
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
