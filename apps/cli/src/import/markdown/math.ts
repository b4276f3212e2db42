/** Stand for a formula while the text around it is converted: two noncharacters, which no text has a use for. */
const OPEN = "\uFDD0";
const CLOSE = "\uFDD1";
const HELD = new RegExp(`${OPEN}(\\d+)${CLOSE}`, "g");
/** A formula of several lines on a line of its own, after the marks of the quotes and lists it stands in. */
const HELD_BLOCK = new RegExp(`^((?:>[ ]?|[-*+][ ]+|\\d+[.)][ ]+|[ ])*)${OPEN}(\\d+)${CLOSE}[ ]*$`, "gm");

const TAG = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)(?:[^"'>]|"[^"]*"|'[^']*')*>/gi;
const VERBATIM = new Set(["pre", "code"]);

/** Balanced braces, some levels deep: a dollar within them, as in `\text{if $x$}`, does not end a formula. */
const BRACED = Array.from({ length: 4 }).reduce<string>(
  (inner) => String.raw`\{(?:\\.|[^{}\\]|${inner})*\}`,
  String.raw`\{[^{}]*\}`,
);

/** What may open a formula, in the order in which it is tried. An escaped dollar opens none. */
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
  /** As it goes into a line of Markdown. */
  readonly line: string;
  /** As lines of their own, when it has several. */
  readonly block: readonly string[] | null;
}

export interface ProtectedMath {
  /** The HTML with formulas replaced by marks that no conversion touches. */
  readonly html: string;
  /** Puts the formulas back into the Markdown. */
  restore(markdown: string): string;
  /** The same for one cell of a table, where a bar would end the cell. */
  restoreCell(markdown: string): string;
}

/**
 * Takes the LaTeX out of a body, so that escaping and the joining of lines leave it alone. Between its delimiters not a
 * byte changes, but for line breaks in `$…$`, which become spaces, and bars in tables, which become `\vert`. `\(…\)`,
 * `\[…\]` and bare environments get dollars, the only delimiters that Markdown renderers know.
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

/** Applies `change` to the runs of text outside code. A line break counts as text: formulas go on across it. */
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

/** Replaces each formula of a text that is Markdown, as it is written, by what `hold` makes of it. */
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
    // No formula after all: what follows the first character may still be one.
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
    // A dollar inside would end it for a Markdown renderer, but for two dollars outside.
    const mark = tex.includes("$") ? "$$" : "$";
    return isInline(tex, next) ? { line: `${mark}${oneLine(tex)}${mark}`, block: null } : null;
  }
  if (groups.round !== undefined) return { line: `$${oneLine(decode(groups.round))}$`, block: null };
  const tex = decode((groups.display ?? groups.bracketed ?? groups.environment ?? "").replace(BREAK, "\n"));
  if (tex.trim() === "") return null;
  if (!tex.includes("\n")) return { line: `$$${tex}$$`, block: null };
  // The fences need lines of their own. A line of spaces would end a formula within a list.
  const lines = tex
    .replace(/^[ \t]*\n/, "")
    .replace(/\n[ \t]*$/, "")
    .split("\n");
  return { line: `$$${oneLine(tex)}$$`, block: ["$$", ...lines.filter((part) => part.trim() !== ""), "$$"] };
}

/** Whatever looks like TeX, however it is spaced; else by pandoc's rule, so that "$5 and $10" is money. */
function isInline(tex: string, next: string): boolean {
  if (/\n\s*\n|<br/i.test(tex)) return false;
  if (/[\\^_{}]/.test(tex)) return true;
  if (/\d/.test(next)) return false;
  if (/[=|<>+]/.test(tex)) return true;
  // One symbol with a blank beside it, which is no word between two prices.
  if (/^\s?[^\s\d]\S{0,14}\s?$/.test(tex) && !/\p{L}{2}/u.test(tex)) return true;
  const isMoney = /^\d[\d.,]*\s/.test(tex) && /[a-z]{2}|["']/i.test(tex);
  return !isMoney && !/^\s|\s$/.test(tex);
}

function oneLine(tex: string): string {
  return tex.replace(/\s*\n\s*/g, " ");
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** The text that HTML writes with entities. */
export function decode(html: string): string {
  return html.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}
