import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { expandMagic } from "./magic.ts";
import { formulasOf } from "./math.ts";

/** Placeholders for a formula while Markdown is read; different from those of the HTML converter. */
const OPEN = "\uFDD2";
const CLOSE = "\uFDD3";

/**
 * Creates the converter for edit histories, which store what people typed: Stack Exchange's Markdown mixed with HTML. It renders
 * that to the site's HTML and then converts it like any body, so that versions and the post itself are written alike and a
 * comparison shows what was changed, not how it was spelled.
 * @param toMarkdown the converter of bodies
 */
export function createSourceConverter(
  toMarkdown: (html: string) => string,
  site: string | null,
): (source: string) => string {
  return (source) => {
    const formulas: string[] = [];
    const held = eachProse(
      source
        .replace(/\r\n?/g, "\n")
        .replace(/^( {0,3}>.*)\n+(?=\n {0,3}>)/gm, "$1\n>")
        .replaceAll(OPEN, "")
        .replaceAll(CLOSE, ""),
      (text) => formulasOf(expandMagic(text, site), (formula) => `${OPEN}${formulas.push(formula) - 1}${CLOSE}`),
    );
    const html = micromark(held, {
      allowDangerousHtml: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
    });
    return toMarkdown(
      html.replace(new RegExp(`${OPEN}(\\d+)${CLOSE}`, "g"), (_, index: string) =>
        escapeHtml(formulas[Number(index)] ?? ""),
      ),
    );
  };
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

const LIST = /^ {0,3}(?:[-+*]|\d+[.)])\s/;
const INLINE_CODE = /(`+)(?!`)[\s\S]*?[^`]\1(?!`)|<(pre|code)\b[\s\S]*?<\/\2>/gi;

/**
 * Applies `change` to everything except code: fenced, indented (unless below a list item), or between backticks. Also fixes
 * what the site parsed differently from CommonMark.
 */
function eachProse(source: string, change: (text: string) => string): string {
  const parts: { code: boolean; lines: string[] }[] = [];
  let fence: string | null = null;
  let inList = false;
  for (const line of source.split("\n")) {
    const mark: string | undefined = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    let code: boolean;
    if (fence !== null) {
      code = true;
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
    } else if (mark) {
      code = true;
      fence = mark;
    } else {
      const blank = line.trim() === "";
      code = /^(?: {4}|\t)/.test(line) && !blank && !inList;
      if (!blank && !/^\s/.test(line)) inList = LIST.test(line);
      else if (LIST.test(line)) inList = true;
    }
    const last = parts.at(-1);
    if (last?.code === code) last.lines.push(line);
    else parts.push({ code, lines: [line] });
  }
  return parts
    .map(({ code, lines }) => (code ? lines.join("\n") : proseOf(lines.map(asCommonMark).join("\n"), change)))
    .join("\n");
}

/** A heading without a space after its marker, and a spoiler, which becomes a quote. */
function asCommonMark(line: string): string {
  return line.replace(/^(#{1,6})(?=[^#\s])/, "$1 ").replace(/^( {0,3}>)!/, "$1");
}

function proseOf(text: string, change: (text: string) => string): string {
  let out = "";
  let at = 0;
  for (const match of text.matchAll(INLINE_CODE)) {
    out += change(text.slice(at, match.index)) + match[0];
    at = match.index + match[0].length;
  }
  return out + change(text.slice(at));
}

/**
 * Converts a comment's Markdown to ours. Theirs is a subset (code, emphasis, and links on one line), so whatever would start a
 * block here is escaped, and so are images, which comments can't contain.
 */
export function commentMarkdown(text: string, site: string | null): string {
  return expandMagic(text.trim(), site)
    .replace(/^(#{1,6}(?=\s)|>|[-+*](?=\s)|[=~]{3,}|-{3,})/, "\\$1")
    .replace(/^(\d+)([.)])(?=\s)/, "$1\\$2")
    .replace(/!\[/g, "\\![");
}
