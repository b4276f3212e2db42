import type { LanguageFn } from "highlight.js";

interface Grammar {
  /** Imported when the first code in this language is shown. */
  readonly load: () => Promise<{ readonly default: LanguageFn }>;
  /** Grammars that can be embedded in this one, where available; two can embed each other. */
  readonly inside?: readonly string[];
  /** Aliases on a fence, as the grammar itself declares them (a test compares). */
  readonly also?: readonly string[];
}

/** The languages with syntax highlighting. */
export const GRAMMARS: Readonly<Record<string, Grammar>> = {
  arduino: { load: () => import("highlight.js/lib/languages/arduino"), also: ["ino"] },
  bash: { load: () => import("highlight.js/lib/languages/bash"), also: ["sh", "zsh"] },
  c: { load: () => import("highlight.js/lib/languages/c"), also: ["h"] },
  cpp: {
    load: () => import("highlight.js/lib/languages/cpp"),
    also: ["cc", "c++", "h++", "hpp", "hh", "hxx", "cxx"],
  },
  csharp: { load: () => import("highlight.js/lib/languages/csharp"), also: ["cs", "c#"] },
  css: { load: () => import("highlight.js/lib/languages/css") },
  diff: { load: () => import("highlight.js/lib/languages/diff"), also: ["patch"] },
  go: { load: () => import("highlight.js/lib/languages/go"), also: ["golang"] },
  graphql: { load: () => import("highlight.js/lib/languages/graphql"), also: ["gql"] },
  ini: { load: () => import("highlight.js/lib/languages/ini"), also: ["toml"] },
  java: { load: () => import("highlight.js/lib/languages/java"), also: ["jsp"] },
  javascript: {
    load: () => import("highlight.js/lib/languages/javascript"),
    inside: ["xml", "css", "graphql"],
    also: ["js", "jsx", "mjs", "cjs"],
  },
  json: { load: () => import("highlight.js/lib/languages/json"), also: ["jsonc", "json5"] },
  kotlin: { load: () => import("highlight.js/lib/languages/kotlin"), also: ["kt", "kts"] },
  less: { load: () => import("highlight.js/lib/languages/less") },
  lua: { load: () => import("highlight.js/lib/languages/lua"), also: ["pluto"] },
  makefile: { load: () => import("highlight.js/lib/languages/makefile"), also: ["mk", "mak", "make"] },
  markdown: {
    load: () => import("highlight.js/lib/languages/markdown"),
    inside: ["xml"],
    also: ["md", "mkdown", "mkd"],
  },
  objectivec: {
    load: () => import("highlight.js/lib/languages/objectivec"),
    also: ["mm", "objc", "obj-c", "obj-c++", "objective-c++"],
  },
  perl: { load: () => import("highlight.js/lib/languages/perl"), also: ["pl", "pm"] },
  php: { load: () => import("highlight.js/lib/languages/php") },
  "php-template": { load: () => import("highlight.js/lib/languages/php-template"), inside: ["xml", "php"] },
  plaintext: { load: () => import("highlight.js/lib/languages/plaintext"), also: ["text", "txt"] },
  powershell: { load: () => import("highlight.js/lib/languages/powershell"), also: ["pwsh", "ps", "ps1"] },
  python: { load: () => import("highlight.js/lib/languages/python"), also: ["py", "gyp", "ipython"] },
  "python-repl": { load: () => import("highlight.js/lib/languages/python-repl"), inside: ["python"], also: ["pycon"] },
  r: { load: () => import("highlight.js/lib/languages/r") },
  ruby: { load: () => import("highlight.js/lib/languages/ruby"), also: ["rb", "gemspec", "podspec", "thor", "irb"] },
  rust: { load: () => import("highlight.js/lib/languages/rust"), also: ["rs"] },
  scala: { load: () => import("highlight.js/lib/languages/scala") },
  scss: { load: () => import("highlight.js/lib/languages/scss") },
  shell: {
    load: () => import("highlight.js/lib/languages/shell"),
    inside: ["bash"],
    also: ["console", "shellsession"],
  },
  sql: { load: () => import("highlight.js/lib/languages/sql") },
  swift: { load: () => import("highlight.js/lib/languages/swift") },
  typescript: {
    load: () => import("highlight.js/lib/languages/typescript"),
    inside: ["xml", "css", "graphql"],
    also: ["ts", "tsx", "mts", "cts"],
  },
  vbnet: { load: () => import("highlight.js/lib/languages/vbnet"), also: ["vb"] },
  wasm: { load: () => import("highlight.js/lib/languages/wasm") },
  xml: {
    load: () => import("highlight.js/lib/languages/xml"),
    inside: ["css", "javascript"],
    also: ["html", "xhtml", "rss", "atom", "xjb", "xsd", "xsl", "plist", "wsf", "svg"],
  },
  yaml: { load: () => import("highlight.js/lib/languages/yaml"), inside: ["ruby"], also: ["yml"] },
};

/** Returns the grammar for a fence's language, whatever its case; `null` without highlighting. */
export function grammarOf(language: string): string | null {
  const name = language.toLowerCase();
  if (Object.hasOwn(GRAMMARS, name)) return name;
  const [found] = Object.entries(GRAMMARS).find(([, { also }]) => also?.includes(name)) ?? [];
  return found ?? null;
}
