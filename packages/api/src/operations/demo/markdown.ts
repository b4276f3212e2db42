/**
 * Returns Markdown from a template literal that is indented like the code around it. Backslashes are kept, as LaTeX
 * needs them; only `` \` `` becomes a backtick.
 */
export function md(strings: TemplateStringsArray): string {
  const lines = (strings.raw[0] ?? "").replaceAll("\\`", "`").split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents.slice(lines[0]?.trim() ? 1 : 0), 100);
  return lines
    .map((line) => (line.slice(0, indent).trim() === "" ? line.slice(indent) : line))
    .join("\n")
    .trim();
}
