import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { INTERFACE_LANGUAGES, type InterfaceLanguage, isInterfaceLanguage } from "@bbux/contract";

/** What the server puts into the app's page. Null leaves what the file has there. */
export interface Filling {
  /** The tags that describe the page. */
  readonly head: string;
  /** Links to the icons. */
  readonly icons: string | null;
  /** The tag that opens #root. */
  readonly root: string | null;
  /** The logo and name that are shown before the app is there. */
  readonly mark: string | null;
  /** The content of #root. */
  readonly content: string;
  /** Structured data, at the end of the body: after everything a browser waits for. */
  readonly data: string;
}

/** The app's page, between whose parts the server inserts its content. */
export type Template = (filling: Filling) => string;

/** In the order of the file; `content` marks a point, the others something to replace. */
const MARKS = ["head", "icons", "root", "mark", "content"] as const;
/** Comments are for people who read the file, not the page. */
const COMMENT = /\s*<!--[\s\S]*?-->/g;

/** The pages of the build: English as it is written, and one that looks its texts up (apps/web/vite.config.ts). */
export const PAGE_FILES = ["index.html", "translated.html"] as const;

/**
 * Reads the app's page for each language. Where the web app was built in English alone, every language gets that.
 * @throws Error if the comments that mark the insertion points are missing
 */
export function readTemplates(dist: string): Readonly<Record<InterfaceLanguage, Template>> {
  const [index, translated] = PAGE_FILES.map((name) => join(dist, name)) as [string, string];
  const english = readTemplate(index, "en");
  const others = Object.keys(INTERFACE_LANGUAGES).filter(isInterfaceLanguage).slice(1);
  const templates = others.map((language) => [
    language,
    existsSync(translated) ? readTemplate(translated, language) : english,
  ]);
  return { en: english, ...Object.fromEntries(templates) };
}

/** The page's language is where the translated build reads which catalog to load. */
function readTemplate(file: string, language: InterfaceLanguage): Template {
  const page = readFileSync(file, "utf8").replace(/<html lang="en"/, `<html lang="${language}"`);
  const bare = (text: string) => text.replace(COMMENT, "");
  const pieces: string[] = [];
  const own: string[] = [];
  let from = 0;
  for (const mark of MARKS) {
    const found = new RegExp(`<!--${mark}-->(?:([\\s\\S]*?)<!--/${mark}-->)?`).exec(page);
    if (!found || found.index < from) throw new Error(`${file} does not mark where ${mark} goes`);
    pieces.push(bare(page.slice(from, found.index)));
    own.push(bare(found[1] ?? "").trim());
    from = found.index + found[0].length;
  }
  const end = page.lastIndexOf("</body>");
  if (end < from) throw new Error(`${file} has no end`);
  const [rest, last] = [bare(page.slice(from, end)), bare(page.slice(end))];
  return (filling) => {
    const filled = MARKS.map((mark, at) => (pieces[at] ?? "") + (filling[mark] ?? own[at] ?? ""));
    return filled.join("") + rest + filling.data + last;
  };
}
