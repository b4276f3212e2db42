/** Some Markdown takes quadratic time. These limits keep a text of 30,000 characters under a second; `math.ts` has those of formulas. */
const MAX_DEPTH = 100;
const MAX_DELIMITERS = 2_500;
const MAX_CELLS = 10_000;

const FENCED = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(^ {0,3}\1[`~]*\s*$|(?![\s\S]))/gm;
const NESTED = new RegExp(`^(?:[ \\t]{0,4}(?:>|[-*+]|\\d{1,9}[.)])){${MAX_DEPTH}}`, "m");

/** Whether a text could freeze the reader's browser. Such text is shown as written. */
export function isTooCostly(content: string): boolean {
  const prose = content.replace(FENCED, "");
  return NESTED.test(prose) || prose.split(/\n[ \t]*\n/).some(isCostlyParagraph);
}

function isCostlyParagraph(paragraph: string): boolean {
  if (count(paragraph, /[*_~[\]$@]/g) > MAX_DELIMITERS) return true;
  const lines = paragraph.split("\n");
  // A short table row is padded to the width of its head.
  const columns = Math.max(...lines.slice(0, 50).map((line) => count(line, /\|/g)));
  return columns > 1 && columns * lines.length > MAX_CELLS;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
