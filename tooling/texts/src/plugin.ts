import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { collect, mayHoldTexts, type Text, transform, WEB } from "./collect.ts";
import { compileText } from "./compile.ts";
import { readPo } from "./po.ts";

interface TextsOptions {
  /** The first is the source's language; each further one has a file `<locale>.po` in `directory`. */
  readonly locales: readonly [string, ...string[]];
  readonly directory?: string;
}

const VIRTUAL = "virtual:texts";
/** Transformed modules import these packages from here, because the web app doesn't have them. */
const OURS: Readonly<Record<string, string>> = {
  "@wuchale/jsx/runtime.jsx": fileURLToPath(import.meta.resolve("@wuchale/jsx/runtime.jsx")),
  "wuchale/runtime": fileURLToPath(import.meta.resolve("wuchale/runtime")),
};

/**
 * Build-time translation: every screen text becomes a lookup in the catalog of the page's language, which is loaded before
 * anything else runs. Modules built without it stay as they are written.
 */
export function texts({ locales, directory = join(WEB, "src/locales") }: TextsOptions): Plugin {
  const [source, ...others] = locales;
  let all: ReadonlyMap<string, Text> = new Map();
  let index = new Map<string, number>();
  return {
    name: "bbux-texts",
    enforce: "pre",
    async buildStart() {
      all = await collect();
      index = new Map([...all.keys()].map((key, place) => [key, place]));
      for (const locale of others) this.addWatchFile(join(directory, `${locale}.po`));
    },
    resolveId: (id) => (id === VIRTUAL || id.startsWith(`${VIRTUAL}/`) ? `\0${id}` : OURS[id]),
    load(id) {
      if (id === `\0${VIRTUAL}`) return chooser(source, locales);
      if (!id.startsWith(`\0${VIRTUAL}/`)) return undefined;
      const locale = id.slice(VIRTUAL.length + 2);
      return catalogModule(all, locale === source ? null : join(directory, `${locale}.po`));
    },
    async transform(code, id) {
      const file = relative(WEB, id.replace(/[?#].*$/, ""))
        .split(sep)
        .join("/");
      if (!mayHoldTexts(file)) return undefined;
      const { code: transformed } = await transform(code, file, index);
      return transformed === null ? undefined : { code: transformed, map: null };
    },
  };
}

/** A catalog as a module: `c` has each text in its position, `p` selects the form for a count. Untranslated texts are English. */
function catalogModule(all: ReadonlyMap<string, Text>, path: string | null): string {
  const translated = path === null ? null : readPo(path);
  const c = [...all].map(([key, { forms }]) => {
    const given = translated?.forms.get(key)?.filter((form) => form !== "") ?? [];
    const shown = given.length > 0 ? given : forms;
    return forms.length > 1 ? shown : compileText(shown[0] ?? "");
  });
  return `export const c = ${JSON.stringify(c)};\nexport const p = (n) => Number(${translated?.plural ?? "n == 1 ? 0 : 1"});`;
}

/** In the language that the server gave the page. Awaited at the top level, so that texts outside of functions are translated, too. */
function chooser(source: string, locales: readonly string[]): string {
  const loaders = locales.map((locale) => `${JSON.stringify(locale)}: () => import("${VIRTUAL}/${locale}")`).join(", ");
  return `
import toRuntime from "wuchale/runtime";
const load = { ${loaders} };
const known = Object.keys(load);
const { lang } = document.documentElement;
export const locale = known.includes(lang) ? lang : ${JSON.stringify(source)};
export default toRuntime(await load[locale](), locale);`;
}
