/** A line of plain text as Markdown that shows it as it is. */
export function escapedMarkdown(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]()<>#+!|~&$-]/g, "\\$&");
}

/** A fence where nothing can be around it, and one that may stand in a list or a quotation. */
const FENCE = /^(`{3,}|~{3,})(.*)$/;
const INNER_FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[\s>]+)*(?:`{3,}|~{3,})/;

/**
 * Somebody's Markdown as part of a larger document: quoted, so that nothing in it (a heading, a fence left open) reaches
 * past its end, and with HTML as text. Where it is not certain that something is code, it counts as none: then a `<` in it
 * has a backslash that shows, but nothing that shows as HTML is left.
 */
export function containedMarkdown(markdown: string): string {
  let fence: string | null = null;
  // After a fence in a list or quotation, whose end is not looked for; and after backticks, until the paragraph ends.
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

/** Text and code by turns; `isOpen` when backticks are left that may find their like on a later line. */
function partsOf(line: string): { texts: string[]; isOpen: boolean } {
  const texts: string[] = [];
  let from = 0;
  let isOpen = line.includes("\\`");
  const runs = [...line.matchAll(/`+/g)];
  for (let i = 0; i < runs.length && !isOpen; i++) {
    const [run, begin] = [runs[i]?.[0] ?? "", runs[i]?.index ?? 0];
    const partner = runs.findIndex((other, place) => place > i && other[0] === run);
    if (partner < 0) isOpen = true;
    else {
      const end = (runs[partner]?.index ?? 0) + run.length;
      texts.push(line.slice(from, begin), line.slice(begin, end));
      from = end;
      i = partner;
    }
  }
  return { texts: [...texts, line.slice(from)], isOpen };
}

/** Escapes what begins a tag, a comment or a declaration; not an address as `<https://…>`. */
function withoutHtml(text: string): string {
  return text.replace(/(\\*)<(?=[a-z/!?])(?!https?:\/\/[^\s<>]+>)/gi, (found, before: string) =>
    before.length % 2 === 1 ? found : `${before}\\<`,
  );
}
