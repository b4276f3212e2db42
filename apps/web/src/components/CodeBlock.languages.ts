import { LANGUAGES } from "@bbux/contract";

const LABELS: Record<(typeof LANGUAGES)[number], string> = {
  javascript: "JavaScript",
  typescript: "TypeScript",
  python: "Python",
  java: "Java",
  cpp: "C++",
  csharp: "C#",
  php: "PHP",
  ruby: "Ruby",
  go: "Go",
  rust: "Rust",
  swift: "Swift",
  kotlin: "Kotlin",
  scala: "Scala",
  html: "HTML",
  css: "CSS",
  sql: "SQL",
  bash: "Bash",
  powershell: "PowerShell",
  json: "JSON",
  xml: "XML",
  yaml: "YAML",
  markdown: "Markdown",
  plaintext: "Plain text",
};

/** The languages that a code block may have, with their names, in the order of the contract. */
export const LANGUAGE_OPTIONS = LANGUAGES.map((value) => ({ value, label: LABELS[value] }));

/** Common abbreviations on a fence. */
const ALIASES: Readonly<Record<string, (typeof LANGUAGES)[number]>> = {
  js: "javascript",
  jsx: "javascript",
  ts: "typescript",
  tsx: "typescript",
  py: "python",
  "c++": "cpp",
  cs: "csharp",
  rb: "ruby",
  rs: "rust",
  kt: "kotlin",
  sh: "bash",
  shell: "bash",
  yml: "yaml",
  md: "markdown",
  text: "plaintext",
};

/** Names a language for readers. An unknown one is shown as written, a missing one as "Code". */
export function languageLabel(language: string | undefined): string {
  const short = language?.toLowerCase() ?? "";
  const name = Object.hasOwn(ALIASES, short) ? ALIASES[short] : short;
  const known = LANGUAGE_OPTIONS.find((option) => option.value === name);
  return known?.label ?? (language ? language.slice(0, 24) : "Code");
}
