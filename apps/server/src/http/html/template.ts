import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The app's page, in three: what the server knows stands between. */
export interface Template {
  /** Up to the tags that describe the page. */
  readonly start: string;
  /** From there to the content of #root. */
  readonly middle: string;
  /** From there to the end of the body, where machines find their data: after all that a browser waits for. */
  readonly rest: string;
  readonly end: string;
}

const HEAD = /<!--head-->[\s\S]*?<!--\/head-->/;
/** For who reads the file, not for who reads the page. */
const COMMENT = /\s*<!--[\s\S]*?-->/g;
const CONTENT = "<!--content-->";

/** Reads `index.html`, in which comments mark the places. @throws Error when they are not there */
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
