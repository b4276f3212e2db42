import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** An import between two files of a house, by their paths below its root. */
export interface Import {
  readonly from: string;
  readonly to: string;
  /** Given if it is loaded only when it is needed, by `import()`. */
  readonly lazy?: true;
}

const STATIC = [
  // import … from "./x.ts", export … from "./x.ts"; type imports count, too.
  /^(?:import|export|\})[^"'`;]*?from\s+"([^"]+)"/gm,
  // import "./x.ts"
  /^import\s+"([^"]+)"/gm,
];
/** import("./x.ts"), for a value or a type. */
const LAZY = [/\bimport\(\s*"([^"]+)"\s*\)/g];
const SOURCE = /\.tsx?$/;
const TEST = /\.test\.tsx?$/;
const NOT_PRODUCT = /\.test\.tsx?$|\.gen\.ts$|(^|\/)(tests|testing|node_modules|dist)\//;

/** Lists every source file below a folder by its relative path, in order, without tests and generated files. */
export function sourcesOf(root: string): string[] {
  return filesOf(root).filter((path) => SOURCE.test(path) && !NOT_PRODUCT.test(path));
}

/** Lists every test file below a folder by its relative path, in order. */
export function testsOf(root: string): string[] {
  return filesOf(root).filter((path) => TEST.test(path));
}

function filesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
}

/** Lists what the text of a file imports, as written there. */
export function specifiersOf(text: string, patterns: readonly RegExp[] = [...STATIC, ...LAZY]): string[] {
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ""));
}

/** Lists every import of a source file from another one of the same folder tree. @param files those that import */
export function importsOf(
  root: string,
  aliases: Readonly<Record<string, string>> = {},
  files: readonly string[] = sourcesOf(root),
): Import[] {
  return files.flatMap((from) => {
    const text = readFileSync(join(root, from), "utf8");
    const atOnce = new Set(specifiersOf(text, STATIC));
    return [...new Set(specifiersOf(text))].flatMap((specifier): Import[] => {
      const to = resolved(root, from, specifier, aliases);
      if (to === null || NOT_PRODUCT.test(to) || to === from) return [];
      return [{ from, to, ...(!atOnce.has(specifier) && { lazy: true }) }];
    });
  });
}

function resolved(
  root: string,
  from: string,
  specifier: string,
  aliases: Readonly<Record<string, string>>,
): string | null {
  const alias = Object.keys(aliases).find((prefix) => specifier.startsWith(prefix));
  if (alias === undefined && !specifier.startsWith(".")) return null;
  const path =
    alias === undefined
      ? resolve(root, dirname(from), specifier)
      : resolve(root, aliases[alias] ?? "", specifier.slice(alias.length));
  const found = [path, `${path}.ts`, `${path}.tsx`].find((file) => SOURCE.test(file) && existsSync(file));
  const below = found === undefined ? ".." : relative(root, found).replaceAll("\\", "/");
  return below.startsWith("..") ? null : below;
}
