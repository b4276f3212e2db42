import TurndownService from "turndown";
import { keepLanguageHints } from "./code.ts";
import { escapeText } from "./escape.ts";
import { type ProtectedMath, protectMath } from "./math.ts";
import { addRules } from "./rules.ts";
import { addTableRules } from "./tables.ts";

/**
 * Creates the converter of bodies from Stack Exchange's HTML to Markdown.
 * @param site the site's host, for its relative addresses; null leaves those as plain text
 */
export function createConverter(site: string | null): (html: string) => string {
  let math: ProtectedMath | undefined;
  const service = new TurndownService({
    headingStyle: "atx",
    hr: "---",
    bulletListMarker: "-",
    codeBlockStyle: "fenced",
    emDelimiter: "*",
    br: "  ",
  });
  service.escape = escapeText;
  addRules(service, site);
  addTableRules(service, (cell) => math?.restoreCell(cell) ?? cell);
  return (html) => {
    math = protectMath(keepLanguageHints(html));
    // Lists indent blank lines, too, to no effect.
    return math.restore(service.turndown(math.html).replace(/^ +$/gm, ""));
  };
}
