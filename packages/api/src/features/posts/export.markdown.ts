/** A line of plain text as Markdown that shows it as it is. */
export function escapedMarkdown(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]()<>#+!|~&$-]/g, "\\$&");
}

/**
 * Somebody's Markdown as part of a larger document: quoted, so that nothing in it (a heading, a fence left open) reaches
 * past its end, and with HTML as text.
 */
export function containedMarkdown(markdown: string): string {
  let fence: string | null = null;
  const lines = markdown.split(/\r\n|\r|\n/).map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence !== null) {
      if (mark?.[1]?.startsWith(fence) && mark[2]?.trim() === "") fence = null;
      return line;
    }
    if (mark?.[1] && !(mark[1].startsWith("`") && mark[2]?.includes("`"))) {
      fence = mark[1];
      return line;
    }
    return withoutHtml(line);
  });
  return lines.map((line) => (line === "" ? ">" : `> ${line}`)).join("\n");
}

/** Escapes what begins a tag, a comment or a declaration; not in code, and not an address as `<https://…>`. */
function withoutHtml(line: string): string {
  return line
    .split(/(`+[^`]+`+)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/(?<!\\)<(?=[a-z/!?])(?!https?:\/\/[^\s<>]+>)/gi, "\\<"),
    )
    .join("");
}
