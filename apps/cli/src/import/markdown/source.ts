import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { expandMagic } from "./magic.ts";
import { formulasOf } from "./math.ts";

/** Stand for a formula while Markdown is read; others than those that the converter of HTML uses. */
const OPEN = "\uFDD2";
const CLOSE = "\uFDD3";

/**
 * Makes the reader of an edit history, which keeps what people typed: Stack Exchange's Markdown with HTML in it. It is
 * made the HTML that the site made of it, and then goes the way of all bodies, so that versions and the post itself are
 * written alike and a comparison shows what was changed, not how it was spelled.
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
 * Applies `change` to what is no code: neither between fences, nor indented (but below an item of a list), nor between
 * backticks. Mends on the way what the site read otherwise than CommonMark does.
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

/** A heading without a blank after its mark, and a spoiler, which is a quote here. */
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
 * A comment of the site in our Markdown. Theirs is a part of it (code, emphasis, links, on one line), so what would begin a
 * block here is escaped, and pictures, which comments have none of.
 */
export function commentMarkdown(text: string, site: string | null): string {
  return expandMagic(text.trim(), site)
    .replace(/^(#{1,6}(?=\s)|>|[-+*](?=\s)|[=~]{3,}|-{3,})/, "\\$1")
    .replace(/^(\d+)([.)])(?=\s)/, "$1\\$2")
    .replace(/!\[/g, "\\![");
}
