/** Escapes a line of plain text so Markdown shows it unchanged. */
export function escapedMarkdown(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]()<>#+!|~&$-]/g, "\\$&");
}

/** A fence at the start of a line, and one that may be inside a list or a quotation. */
const FENCE = /^(`{3,}|~{3,})(.*)$/;
const INNER_FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[\s>]+)*(?:`{3,}|~{3,})/;

/**
 * Makes a member's Markdown part of a larger document: quoted, so nothing in it (a heading, an open fence) reaches past
 * its end, with HTML as text. Where it isn't certain that something is code, it is treated as text: a `<` may then get
 * a visible backslash, but nothing renders as HTML.
 */
export function containedMarkdown(markdown: string): string {
  let fence: string | null = null;
  // Set after a fence in a list or quotation, whose end isn't tracked, and after unpaired backticks until the paragraph
  // ends.
  let isUnsure = false;
  let isOpen = false;
  const lines = markdown.split(/\r\n|\r|\n/).map((line) => {
    if (fence !== null) {
      if (closes(fence, line)) fence = null;
      return line;
    }
    const [, mark, info = ""] = FENCE.exec(line) ?? [];
    if (mark && !isUnsure && !(mark.startsWith("`") && info.includes("`"))) {
      fence = mark;
      isOpen = false;
      return line;
    }
    if (INNER_FENCE.test(line)) isUnsure = true;
    if (/^[ \t]*$/.test(line)) isOpen = false;
    if (isUnsure || isOpen) return withoutHtml(line);
    const parts = partsOf(line);
    isOpen = parts.isOpen;
    return parts.texts.map((part, index) => (index % 2 === 1 ? part : withoutHtml(part))).join("");
  });
  return lines.map((line) => (line === "" ? ">" : `> ${line}`)).join("\n");
}

function closes(fence: string, line: string): boolean {
  const mark = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return mark?.startsWith(fence) === true;
}

/** Splits a line into alternating texts and code; `isOpen` when unpaired backticks may close on a later line. */
function partsOf(line: string): { texts: string[]; isOpen: boolean } {
  const texts: string[] = [];
  let from = 0;
  let isOpen = line.includes("\\`");
  const runs = [...line.matchAll(/`+/g)];
  const next = nextAlike(runs.map(([run]) => run));
  for (let i = 0; i < runs.length && !isOpen; i++) {
    const [run, begin] = [runs[i]?.[0] ?? "", runs[i]?.index ?? 0];
    const partner = next[i];
    if (partner === undefined) isOpen = true;
    else {
      const end = (runs[partner]?.index ?? 0) + run.length;
      texts.push(line.slice(from, begin), line.slice(begin, end));
      from = end;
      i = partner;
    }
  }
  return { texts: [...texts, line.slice(from)], isOpen };
}

/** For each text the place of the next that is the same. */
function nextAlike(texts: readonly string[]): readonly (number | undefined)[] {
  const last = new Map<string, number>();
  return texts
    .map((text, place) => ({ text, place }))
    .reverse()
    .map(({ text, place }) => {
      const next = last.get(text);
      last.set(text, place);
      return next;
    })
    .reverse();
}

/** Escapes what begins a tag, a comment or a declaration, but not an address such as `<https://…>`. */
function withoutHtml(text: string): string {
  return text.replace(/(?<!\\)(\\*)<(?=[a-z/!?])(?!https?:\/\/[^\s<>]+>)/gi, (found, before: string) =>
    before.length % 2 === 1 ? found : `${before}\\<`,
  );
}
