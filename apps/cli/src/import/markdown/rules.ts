import type TurndownService from "turndown";
import { fenced, languageOf } from "./code.ts";
import { escapeText, shifted } from "./escape.ts";

/** The part of an element that the rules read; the converter brings its own DOM. */
export interface HtmlNode {
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly nodeValue: string | null;
  readonly parentNode: HtmlNode | null;
  readonly firstChild: HtmlNode | null;
  readonly previousSibling: HtmlNode | null;
  readonly nextSibling: HtmlNode | null;
  readonly previousElementSibling: HtmlNode | null;
  readonly children: ArrayLike<HtmlNode>;
  getAttribute(name: string): string | null;
}

/** Absolute http(s) or mailto addresses, with the site's own completed. Null for anything that can't be a link. */
export function absoluteUrl(href: string, site: string | null): string | null {
  const base = site?.includes(".") ? `https://${site}/` : undefined;
  if (!URL.canParse(href, base)) return null;
  const url = new URL(href, base);
  return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : null;
}

/** Everything that Stack Exchange allows in a body, except for tables. */
export function addRules(service: TurndownService, site: string | null): void {
  service.addRule("pre", {
    filter: "pre",
    replacement: (_, node: HtmlNode) => {
      const classes = `${node.getAttribute("class") ?? ""} ${codeClass(node)}`;
      return fenced(node.textContent ?? "", languageOf(classes));
    },
  });
  service.addRule("link", {
    filter: "a",
    replacement: (content, node: HtmlNode) => {
      const href = absoluteUrl(node.getAttribute("href") ?? "", site);
      if (href === null || content.trim() === "") return content;
      if (node.textContent === href || node.textContent === node.getAttribute("href")) return `<${href}>`;
      return `[${content}](${destination(href)}${titlePart(node)})`;
    },
  });
  service.addRule("image", {
    filter: "img",
    replacement: (_, node: HtmlNode) => {
      const alt = escapeText((node.getAttribute("alt") ?? "").replace(/\s+/g, " ").trim());
      const src = absoluteUrl(node.getAttribute("src") ?? "", site);
      if (src === null || src.startsWith("mailto:")) return alt;
      return `![${alt}](${destination(src.replace(/^http:/, "https:"))}${titlePart(node)})`;
    },
  });
  service.addRule("struck", {
    filter: (node: HtmlNode) => ["DEL", "S", "STRIKE"].includes(node.nodeName),
    replacement: (content, node: HtmlNode) => wrapped("~~", content, node),
  });
  service.addRule("emphasis", {
    filter: ["em", "i"],
    replacement: (content, node: HtmlNode) => wrapped("*", content, node),
  });
  service.addRule("strong", {
    filter: ["strong", "b"],
    replacement: (content, node: HtmlNode) => wrapped("**", content, node),
  });
  // Markdown has no keyboard keys; code comes closest.
  service.addRule("key", {
    filter: "kbd",
    replacement: (content, node: HtmlNode) => {
      const text = (node.textContent ?? "").trim();
      return text === "" || text.includes("`") ? content : `\`${text}\``;
    },
  });
  service.addRule("raised", {
    filter: "sup",
    replacement: (content, node: HtmlNode) => shifted("sup", node.textContent ?? "", content),
  });
  service.addRule("lowered", {
    filter: "sub",
    replacement: (content, node: HtmlNode) => shifted("sub", node.textContent ?? "", content),
  });
}

function codeClass(pre: HtmlNode): string {
  return pre.firstChild?.nodeName === "CODE" ? (pre.firstChild.getAttribute("class") ?? "") : "";
}

function destination(url: string): string {
  return url.replace(/[()\\]/g, "\\$&").replace(/ /g, "%20");
}

function titlePart(node: HtmlNode): string {
  const title = (node.getAttribute("title") ?? "").replace(/\s+/g, " ").trim();
  return title === "" ? "" : ` "${title.replace(/["\\]/g, "\\$&")}"`;
}

const PUNCTUATION = /^[\p{P}\p{S}]$/u;
const WORD = /^[\p{L}\p{N}]$/u;

/**
 * Wraps text in a marker. A marker between a letter outside and punctuation inside (`**now!**then`) wouldn't be recognized, so
 * a space goes there.
 */
function wrapped(mark: string, content: string, node: HtmlNode): string {
  const text = content.trim();
  if (text === "") return content;
  // A marker next to a space isn't recognized; a line break at the end goes outside.
  const [lead = "", trail = ""] = content.split(text);
  const before = [...(node.previousSibling?.textContent ?? "")].at(-1) ?? "";
  const after = [...(node.nextSibling?.textContent ?? "")].at(0) ?? "";
  const first = [...text].at(0) ?? "";
  const last = [...text].at(-1) ?? "";
  const open = lead === "" && WORD.test(before) && PUNCTUATION.test(first) ? " " : "";
  const close = trail === "" && PUNCTUATION.test(last) && WORD.test(after) ? " " : "";
  return `${lead}${open}${mark}${text}${mark}${close}${trail}`;
}
