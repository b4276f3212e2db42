import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The app's page in three parts, between which the server inserts its content. */
export interface Template {
  /** Up to the tags that describe the page. */
  readonly start: string;
  /** From there to the content of #root. */
  readonly middle: string;
  /** From there to the end of the body, where the structured data goes: after everything a browser waits for. */
  readonly rest: string;
  readonly end: string;
}

const HEAD = /<!--head-->[\s\S]*?<!--\/head-->/;
/** Comments are for people who read the file, not the page. */
const COMMENT = /\s*<!--[\s\S]*?-->/g;
const CONTENT = "<!--content-->";

/** Reads `index.html`, where comments mark the insertion points. @throws Error if they are missing */
export function readTemplate(dist: string): Template {
  const file = join(dist, "index.html");
  const page = readFileSync(file, "utf8");
  const head = HEAD.exec(page);
  const content = page.indexOf(CONTENT);
  const end = page.lastIndexOf("</body>");
  if (!head || content < head.index || end < content)
    throw new Error(`${file} does not mark where head and content go`);
  const part = (from: number, to?: number) => page.slice(from, to).replace(COMMENT, "");
  return {
    start: part(0, head.index),
    middle: part(head.index + head[0].length, content),
    rest: part(content + CONTENT.length, end),
    end: part(end),
  };
}
