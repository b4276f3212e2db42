import { join } from "node:path";
import type { Plugin } from "vite";

const LIBRARY = "@mantine/core";
const FOLDER = join(import.meta.dirname, "../src/app/library");
const THEME_STYLES = "virtual:theme.css";
/** Bundlers keep this assignment, and with it the function and the default theme that it merges. */
const KEPT_NAME = /^MantineThemeProvider\.displayName = .*$/m;

interface Variables {
  readonly variables: Readonly<Record<string, string>>;
  readonly light: Readonly<Record<string, string>>;
  readonly dark: Readonly<Record<string, string>>;
}

/** Returns the variables whose values differ from the defaults, which Mantine's own stylesheet has. */
const changed = (all: Readonly<Record<string, string>>, defaults: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(all).filter(([name, value]) => defaults[name] !== value));

/** Returns the stylesheet that Mantine's provider would otherwise compute in each browser. */
export async function themeStyles(): Promise<string> {
  const { convertCssVariables, deepMerge, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } =
    await import("@mantine/core");
  const { cssVariables, theme } = await import("../src/app/theme.ts");
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const ours: Variables = deepMerge(defaultCssVariablesResolver(merged), cssVariables(merged));
  const defaults: Variables = defaultCssVariablesResolver(DEFAULT_THEME);
  return convertCssVariables({
    variables: changed(ours.variables, defaults.variables),
    light: changed(ours.light, defaults.light),
    dark: changed(ours.dark, defaults.dark),
  });
}

/**
 * Keeps the component library out of the first visit: importing it also brings its theme, so that the app
 * can start without either (src/app/library), and its variables become a stylesheet.
 */
export function library(): Plugin {
  return {
    name: "bbux:library",
    enforce: "pre",
    resolveId(source, importer) {
      if (source === THEME_STYLES) return `\0${THEME_STYLES}`;
      if (source !== LIBRARY || importer === undefined || importer.startsWith(FOLDER)) return null;
      return join(FOLDER, "library.ts");
    },
    transform(code, id) {
      if (!id.endsWith("/MantineThemeProvider.mjs")) return null;
      if (!KEPT_NAME.test(code))
        this.error("Mantine's MantineThemeProvider.mjs is no longer as build/library.ts expects it");
      return { code: code.replace(KEPT_NAME, ""), map: null };
    },
    load(id) {
      return id === `\0${THEME_STYLES}` ? themeStyles() : null;
    },
  };
}
