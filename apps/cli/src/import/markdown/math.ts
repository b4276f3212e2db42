/** Placeholders for a formula while the text around it is converted: two noncharacters, which never occur in text. */
const OPEN = "\uFDD0";
const CLOSE = "\uFDD1";
const HELD = new RegExp(`${OPEN}(\\d+)${CLOSE}`, "g");
/** A multi-line formula on a line of its own, after the markers of the quotes and lists that contain it. */
const HELD_BLOCK = new RegExp(`^((?:>[ ]?|[-*+][ ]+|\\d+[.)][ ]+|[ ])*)${OPEN}(\\d+)${CLOSE}[ ]*$`, "gm");

const TAG = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)(?:[^"'>]|"[^"]*"|'[^']*')*>/gi;
const VERBATIM = new Set(["pre", "code"]);

/** Balanced braces, a few levels deep: a dollar inside them, as in `\text{if $x$}`, doesn't end a formula. */
const BRACED = Array.from({ length: 4 }).reduce<string>(
  (inner) => String.raw`\{(?:\\.|[^{}\\]|${inner})*\}`,
  String.raw`\{[^{}]*\}`,
);

/** What can open a formula, in the order of precedence. An escaped dollar can't. */
const FORMULA = new RegExp(
  [
    String.raw`(?<escaped>\\\$)`,
    String.raw`\$\$(?<display>(?:(?!\$\$)[^])+)\$\$`,
    String.raw`\\\[(?<bracketed>[^]+?)\\\]`,
    String.raw`\\\((?<round>[^]+?)\\\)`,
    String.raw`(?<environment>\\begin\{(?<name>[a-z]+\*?)\}[^]*?\\end\{\k<name>\})`,
    String.raw`\$(?<nested>(?:\\.|[^$\\{}]|${BRACED})+)\$`,
    String.raw`\$(?<inline>(?:\\.|[^$\\])+)\$`,
  ].join("|"),
  "gi",
);
const BREAK = /<br\s*\/?>/gi;

interface Formula {
  /** The formula as part of a line of Markdown. */
  readonly line: string;
  /** As separate lines, if it has several. */
  readonly block: readonly string[] | null;
}

export interface ProtectedMath {
  /** The HTML with formulas replaced by placeholders that no conversion touches. */
  readonly html: string;
  /** Puts the formulas back into the Markdown. */
  restore(markdown: string): string;
  /** Same for a table cell, which a bar would end. */
  restoreCell(markdown: string): string;
}

/**
 * Replaces the LaTeX in a body, so that escaping and line joining leave it alone. Between delimiters not a byte changes, except
 * for line breaks in `$…$`, which become spaces, and bars in tables, which become `\vert`. `\(…\)`, `\[…\]`, and bare
 * environments get dollars, the only delimiters Markdown renderers know.
 * A dollar that opens no formula is money and stays in the text.
 */
export function protectMath(html: string): ProtectedMath {
  const formulas: Formula[] = [];
  const hold = (formula: Formula): string => {
    const mark = `${OPEN}${formulas.push(formula) - 1}${CLOSE}`;
    return formula.block ? `<div>${mark}</div>` : mark;
  };
  const line = (index: string) => formulas[Number(index)]?.line ?? "";
  return {
    html: eachText(html.replaceAll(OPEN, "").replaceAll(CLOSE, ""), (text) => holdFormulas(text, hold)),
    restore: (markdown) =>
      markdown
        .replace(HELD_BLOCK, (whole, marks: string, index: string) => {
          const block = formulas[Number(index)]?.block;
          const indent = marks.replace(/[^>\s]/g, " ");
          return block ? block.map((part, i) => `${i === 0 ? marks : indent}${part}`).join("\n") : whole;
        })
        .replace(HELD, (_, index: string) => line(index)),
    restoreCell: (markdown) =>
      markdown.replace(HELD, (_, index: string) =>
        line(index).replace(/\\\|/g, String.raw`\Vert `).replace(/\|/g, String.raw`\vert `),
      ),
  };
}

/** Applies `change` to the text outside code. A line break counts as text, because formulas can span it. */
function eachText(html: string, change: (text: string) => string): string {
  let out = "";
  let text = "";
  let at = 0;
  let verbatim = 0;
  const flush = () => {
    out += verbatim > 0 ? text : change(text);
    text = "";
  };
  for (const match of html.matchAll(TAG)) {
    text += html.slice(at, match.index);
    at = match.index + match[0].length;
    const name = (match[2] ?? "").toLowerCase();
    if (name === "br") {
      text += match[0];
      continue;
    }
    flush();
    out += match[0];
    if (VERBATIM.has(name)) verbatim = Math.max(0, verbatim + (match[1] === "/" ? -1 : 1));
  }
  text += html.slice(at);
  flush();
  return out;
}

/** Replaces each formula in Markdown source by what `hold` returns for it. */
export function formulasOf(text: string, hold: (source: string) => string): string {
  return holdFormulas(text, (_, source) => hold(source));
}

function holdFormulas(text: string, hold: (formula: Formula, source: string) => string): string {
  if (!text.includes("$") && !text.includes("\\")) return text;
  let out = "";
  let at = 0;
  FORMULA.lastIndex = 0;
  for (let match = FORMULA.exec(text); match; match = FORMULA.exec(text)) {
    const end = match.index + match[0].length;
    const formula = formulaOf(match, text.slice(end, end + 1));
    // Not a formula after all, but the text after its first character may contain one.
    if (!formula) FORMULA.lastIndex = match.index + 1;
    else {
      out += text.slice(at, match.index) + hold(formula, match[0]);
      at = end;
    }
  }
  return out + text.slice(at);
}

function formulaOf({ groups = {} }: RegExpExecArray, next: string): Formula | null {
  if (groups.escaped !== undefined) return { line: groups.escaped, block: null };
  const inline = groups.nested ?? groups.inline;
  if (inline !== undefined) {
    const tex = decode(inline);
    // A dollar inside would end the formula in a Markdown renderer, unless two dollars delimit it.
    const mark = tex.includes("$") ? "$$" : "$";
    return isInline(tex, next) ? { line: `${mark}${oneLine(tex)}${mark}`, block: null } : null;
  }
  if (groups.round !== undefined) return { line: `$${oneLine(decode(groups.round))}$`, block: null };
  const tex = decode((groups.display ?? groups.bracketed ?? groups.environment ?? "").replace(BREAK, "\n"));
  if (tex.trim() === "") return null;
  if (!tex.includes("\n")) return { line: `$$${tex}$$`, block: null };
  // The fences need their own lines. A line of spaces would end a formula within a list.
  const lines = tex
    .replace(/^[ \t]*\n/, "")
    .replace(/\n[ \t]*$/, "")
    .split("\n");
  return { line: `$$${oneLine(tex)}$$`, block: ["$$", ...lines.filter((part) => part.trim() !== ""), "$$"] };
}

/** Anything that looks like TeX, however it is spaced; otherwise pandoc's rule applies, so that "$5 and $10" is money. */
function isInline(tex: string, next: string): boolean {
  if (/\n\s*\n|<br/i.test(tex)) return false;
  if (/[\\^_{}]/.test(tex)) return true;
  if (/\d/.test(next)) return false;
  if (/[=|<>+]/.test(tex)) return true;
  // One symbol with a space beside it, as opposed to a word between two prices.
  if (/^\s?[^\s\d]\S{0,14}\s?$/.test(tex) && !/\p{L}{2}/u.test(tex)) return true;
  const isMoney = /^\d[\d.,]*\s/.test(tex) && /[a-z]{2}|["']/i.test(tex);
  return !isMoney && !/^\s|\s$/.test(tex);
}

function oneLine(tex: string): string {
  return tex.replace(/\s*\n\s*/g, " ");
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Decodes HTML entities. */
export function decode(html: string): string {
  return html.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}
