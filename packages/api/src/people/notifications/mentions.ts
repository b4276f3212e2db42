import { LIMITS } from "@bbux/contract";

/** Not in an email (a@b), a path (/@a) or the name of a package (@a/b). */
const MENTION = /(?<![\w@/.-])@([A-Za-z0-9_-]{3,30})(?![\w@-]|\/\w)/g;
const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}(?=[^`]*$)|~{3,})/;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const INDENTED = /^(?: {4}|\t)/;

/** Returns the names that a text mentions with @, each once, in lower case, at most ten, ignoring code. */
export function mentionsIn(markdown: string): string[] {
  if (!markdown.includes("@")) return [];
  const names = paragraphsOf(markdown).flatMap((paragraph) =>
    [...withoutCode(paragraph).matchAll(MENTION)].map(([, name = ""]) => name.toLowerCase()),
  );
  return [...new Set(names)].slice(0, LIMITS.mentions);
}

/** Splits the text at blank lines and code blocks. For mentions it's enough to look at the marks line by line. */
function paragraphsOf(markdown: string): string[] {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  let inList = false;
  const end = () => {
    if (lines.length > 0) paragraphs.push(lines.join("\n"));
    lines = [];
  };
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      if (closes(fence, line)) fence = null;
    } else if (mark !== undefined) {
      end();
      fence = mark;
    } else if (/^[\s>]*$/.test(line)) end();
    else if (lines.length === 0 && !inList && INDENTED.test(line)) continue;
    else {
      if (LIST_ITEM.test(line)) inList = true;
      else if (!/^\s/.test(line)) inList = false;
      lines.push(line);
    }
  }
  end();
  return paragraphs;
}

/** Returns whether the line closes a code block: the same mark, at least as long, and nothing else. */
function closes(fence: string, line: string): boolean {
  const mark = line.replace(/^[\s>]+/, "").trimEnd();
  return mark.length >= fence.length && mark === fence.slice(0, 1).repeat(mark.length);
}

/** Blanks text between backticks: a run of them ends at the next run of the same length. */
function withoutCode(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)].map(({ index, 0: { length } }) => ({ index, length }));
  const nextAlike: (number | undefined)[] = [];
  const last = new Map<number, number>();
  for (let i = runs.length - 1; i >= 0; i--) {
    const { length = 0 } = runs[i] ?? {};
    nextAlike[i] = last.get(length);
    last.set(length, i);
  }
  let prose = "";
  let from = 0;
  for (let i = 0; i < runs.length; i++) {
    const partner = nextAlike[i];
    const [opens, ends] = [runs[i], partner === undefined ? undefined : runs[partner]];
    if (partner === undefined || !opens || !ends) continue;
    prose += `${paragraph.slice(from, opens.index)} `;
    from = ends.index + ends.length;
    i = partner;
  }
  return prose + paragraph.slice(from);
}
