/** Matches the prefix of a line that may begin or end a code block: at the top level, in a quotation or in a list. */
function asFence(line: string) {
  const [, prefix = "", mark = "", rest = ""] =
    /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])[\s>]+)*)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  const listed = /[^\s>]/.test(prefix);
  return {
    mark,
    /** Fences indented this far are code themselves, unless they belong to a list. */
    far: /^(?: {4}| {0,3}\t)/.test(prefix),
    listed,
    quoted: /^\s*>/.test(line),
    opens: mark !== "" && !(mark.startsWith("`") && rest.includes("`")),
    closes: mark !== "" && !listed && rest.trim() === "",
  };
}
type Fence = ReturnType<typeof asFence>;

/** Returns the index of the last line of the code block that begins at `at`, or `null` if it has no end. */
function endOfBlock(fences: readonly Fence[], at: number): number | null {
  const open = fences[at];
  if (!open?.opens || (open.far && !open.listed)) return null;
  for (let end = at + 1; end < fences.length; end++) {
    const line = fences[end];
    // The end of a quotation ends its code block.
    if (!line || (open.quoted && !line.quoted)) return null;
    const mayClose = line.closes && line.quoted === open.quoted && (open.listed || !line.far);
    if (mayClose && line.mark.startsWith(open.mark)) return end;
  }
  return null;
}

/**
 * Returns the lines of a text without its code, where `$` begins no formula. Doubtful cases count as text, because
 * loading KaTeX in vain costs less than a formula that isn't rendered.
 */
function withoutCode(content: string): string {
  const lines = content.split("\n");
  const fences = lines.map(asFence);
  const prose: string[] = [];
  // Remembers markers without an end, because a text may consist of nothing else.
  const endless = new Set<string>();
  for (let at = 0; at < lines.length; at++) {
    const open = fences[at];
    const kind = open ? `${open.mark} ${open.quoted} ${open.listed}` : "";
    const end = open?.opens && !endless.has(kind) ? endOfBlock(fences, at) : null;
    if (end === null) {
      if (open?.opens && !open.quoted) endless.add(kind);
      prose.push(lines[at] ?? "");
    } else at = end;
  }
  return prose.join("\n").replace(/(?<![\\`])(`{1,2})(?!`)[^\n|]+?(?<!`)\1(?!`)/g, " ");
}

/** Whether the text may contain a formula. Screens load KaTeX and its fonts only then. */
export function hasMath(content: string): boolean {
  if (/^[ \t]*(`{3,}|~{3,})[ \t]*math\b/m.test(content)) return true;
  if (!content.includes("$")) return false;
  return withoutCode(content)
    .split(/\n\s*\n/)
    .some((paragraph) => /\$[^$]+\$(?!\d)|^[ \t]*\$\$/m.test(paragraph));
}
