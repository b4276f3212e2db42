import { parse as parseYaml } from "yaml";
import { type FrontMatter, frontMatter } from "./pages.ts";
import type { Problem } from "./problems.ts";
import { CONFIG_NAMES, type ConfigName, type DocsConfig, resolveValue } from "./values.ts";

/** A page's file, split up, with values filled in and the operator's configuration marked. */
export interface Source {
  readonly meta: FrontMatter | null;
  /** The Markdown, preceded by as many empty lines as the front matter has, so that line numbers match the file. */
  readonly markdown: string;
  readonly problems: readonly Problem[];
}

const FRONT = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;
const BRACES = /\{\{\s*([^{}]*?)\s*\}\}/g;

/**
 * A word that Markdown and URLs leave unchanged, in place of a value known only when the page is read: `{{config.legalEmail}}`.
 */
const marked = (name: ConfigName): string => `xBBUXCONFIG${name}x`;
export const MARKED = new RegExp(`xBBUXCONFIG(${CONFIG_NAMES.join("|")})x`, "g");
export const isConfigName = (name: string): name is ConfigName => CONFIG_NAMES.some((known) => known === name);

/** The text with configured values inserted. */
export function configured(text: string, config: DocsConfig): string {
  return text.replace(MARKED, (word, name: string) => (isConfigName(name) ? config[name] : word));
}

export function readSource(slug: string, file: string): Source {
  const problems: Problem[] = [];
  const filled = file
    .split("\n")
    .map((line, at) =>
      line.replace(BRACES, (_, name: string) => {
        const config = name.startsWith("config.") ? name.slice("config.".length) : undefined;
        if (config !== undefined && isConfigName(config)) return marked(config);
        const value = resolveValue(name);
        if (value === null) problems.push({ slug, line: at + 1, message: `There is no value {{${name}}}` });
        return value ?? `{{${name}}}`;
      }),
    )
    .join("\n");
  const front = FRONT.exec(filled);
  if (!front) {
    problems.push({ slug, line: 1, message: "The page has no front matter" });
    return { meta: null, markdown: filled, problems };
  }
  const markdown = `${"\n".repeat(front[0].split("\n").length - 1)}${filled.slice(front[0].length)}`;
  return { meta: readFront(slug, front[1] ?? "", problems), markdown, problems };
}

function readFront(slug: string, text: string, problems: Problem[]): FrontMatter | null {
  let given: unknown;
  try {
    // The core schema keeps dates as text.
    given = parseYaml(text, { schema: "core" });
  } catch (error) {
    problems.push({
      slug,
      line: 1,
      message: `Front matter: ${error instanceof Error ? error.message : String(error)}`,
    });
    return null;
  }
  const read = frontMatter.safeParse(given);
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues)
    problems.push({ slug, line: 1, message: `Front matter: ${path.join(".")}: ${message}` });
  return null;
}
