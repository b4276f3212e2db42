/** Language names that Stack Exchange's highlighter uses and ours doesn't. */
const LANGUAGE_OF: Record<string, string> = {
  js: "javascript",
  ts: "typescript",
  py: "python",
  rb: "ruby",
  rs: "rust",
  cs: "csharp",
  "c#": "csharp",
  cc: "cpp",
  "c++": "cpp",
  kt: "kotlin",
  sh: "bash",
  shell: "bash",
  bsh: "bash",
  ps: "powershell",
  ps1: "powershell",
  pl: "perl",
  hs: "haskell",
  md: "markdown",
  yml: "yaml",
  mysql: "sql",
  pgsql: "sql",
  tex: "latex",
  golang: "go",
  default: "",
  none: "",
};

/** The language a class names (`lang-py`, `language-python`), as our renderer calls it; empty if there is none. */
export function languageOf(className: string): string {
  const named = /(?:^|\s)lang(?:uage)?-([\w+#.-]+)/i.exec(className)?.[1]?.toLowerCase() ?? "";
  const language = LANGUAGE_OF[named] ?? named;
  return /^[\w+#-]+$/.test(language) ? language : "";
}

/**
 * Stack Exchange names a block's language in a comment before it, which HTML parsers drop, or once for all blocks of a body.
 * This turns both into classes.
 */
export function keepLanguageHints(html: string): string {
  if (!html.includes("<!--")) return html;
  const all = /<!--\s*language-all:\s*([\w+#.-]+)\s*-->/i.exec(html)?.[1];
  const hinted = html.replace(
    /<!--\s*language:\s*([\w+#.-]+)\s*-->(\s*)<pre(?![^>]*\bclass=)/gi,
    (_, language: string, space: string) => `${space}<pre class="${prefixed(language)}"`,
  );
  return all === undefined ? hinted : hinted.replace(/<pre(?=\s*>)/gi, `<pre class="${prefixed(all)}"`);
}

function prefixed(language: string): string {
  return language.startsWith("lang-") ? language : `lang-${language}`;
}

/** Puts code between fences that are longer than any run of backticks in it. */
export function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `\n\n${fence}${language}\n${code.replace(/\r\n?/g, "\n").replace(/\n$/, "")}\n${fence}\n\n`;
}
