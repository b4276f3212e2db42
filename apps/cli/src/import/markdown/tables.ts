import type TurndownService from "turndown";
import type { HtmlNode } from "./rules.ts";

/**
 * Tables in GitHub's Markdown. A table without a header row gets an empty one, because Markdown requires it.
 * @param restoreCell puts formulas back into a cell
 */
export function addTableRules(service: TurndownService, restoreCell: (markdown: string) => string): void {
  service.addRule("cell", {
    filter: ["th", "td"],
    replacement: (content) =>
      ` ${restoreCell(escapeBars(content))
        .replace(/\s*\n\s*/g, " ")
        .trim()} |`,
  });
  service.addRule("row", { filter: "tr", replacement: (content, node: HtmlNode) => rowOf(content, node) });
  service.addRule("rows", { filter: ["thead", "tbody", "tfoot"], replacement: (content) => content });
  service.addRule("table", { filter: "table", replacement: (content) => `\n\n${content.trim()}\n\n` });
}

function escapeBars(content: string): string {
  return content.replace(/(?<!\\)\|/g, "\\|");
}

function rowOf(content: string, row: HtmlNode): string {
  const line = `\n|${content}`;
  if (row.previousElementSibling || isTable(row.parentNode?.previousElementSibling)) return line;
  const cells = Array.from(row.children);
  const rule = `\n|${cells.map((cell) => ` ${ruleOf(cell)} |`).join("")}`;
  const isHeading = row.parentNode?.nodeName === "THEAD" || cells.every((cell) => cell.nodeName === "TH");
  return isHeading ? `${line}${rule}` : `\n|${cells.map(() => "  |").join("")}${rule}${line}`;
}

function isTable(node: HtmlNode | null | undefined): boolean {
  return node != null && ["THEAD", "TBODY", "TFOOT"].includes(node.nodeName);
}

function ruleOf(cell: HtmlNode): string {
  const align = cell.getAttribute("align") ?? /text-align:\s*(\w+)/.exec(cell.getAttribute("style") ?? "")?.[1];
  if (align === "center") return ":---:";
  if (align === "right") return "---:";
  return align === "left" ? ":---" : "---";
}
