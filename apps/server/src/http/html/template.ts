import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The app's page, in three: what the server knows stands between. */
export interface Template {
  /** Up to the tags that describe the page. */
  readonly start: string;
  /** From there to the content of #root. */
  readonly middle: string;
  readonly end: string;
}

const HEAD = /<!--head-->[\s\S]*?<!--\/head-->/;
const CONTENT = "<!--content-->";

/** Reads `index.html`, in which comments mark the places. @throws Error when they are not there */
export function readTemplate(dist: string): Template {
  const file = join(dist, "index.html");
  const page = readFileSync(file, "utf8");
  const head = HEAD.exec(page);
  const content = page.indexOf(CONTENT);
  if (!head || content < head.index) throw new Error(`${file} does not mark where head and content go`);
  return {
    start: page.slice(0, head.index),
    middle: page.slice(head.index + head[0].length, content),
    end: page.slice(content + CONTENT.length),
  };
}
