import type { LANGUAGES } from "@bbux/contract";
import type { Replacement, Selected } from "./editing.selection.ts";

/** A fenced code block in a text, with the lines of its fences. */
export interface Fence {
  readonly from: number;
  /** The end of its last line, without the line break. */
  readonly to: number;
}

const OPENING = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSING = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;

/** Returns the fenced code blocks of a text; one that isn't closed yet ends with the text. */
export function fencesOf(text: string): Fence[] {
  const fences: Fence[] = [];
  if (!text.includes("```") && !text.includes("~~~")) return fences;
  let open: { from: number; sign: string } | null = null;
  let at = 0;
  for (const line of text.split("\n")) {
    const closing = open && CLOSING.exec(line)?.[1];
    if (open && closing?.startsWith(open.sign)) {
      fences.push({ from: open.from, to: at + line.length });
      open = null;
    } else if (!open) {
      const sign = OPENING.exec(line)?.[1];
      if (sign) open = { from: at, sign };
    }
    at += line.length + 1;
  }
  if (open) fences.push({ from: open.from, to: text.length });
  return fences;
}

/** Whether the selection begins inside a code block, after its first line. */
export function isInCode({ text, start }: Selected): boolean {
  return fencesOf(text).some(({ from, to }) => {
    const firstLine = text.indexOf("\n", from);
    return firstLine !== -1 && start > firstLine && start <= to;
  });
}

/** Returns what Enter does in code: the next line begins where this one does. `null` where that is at the margin. */
export function continueCode({ text, start, end }: Selected): Replacement | null {
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
  if (indent === "") return null;
  const at = start + 1 + indent.length;
  return { from: start, to: end, insert: `\n${indent}`, start: at, end: at };
}

/** Puts code between fences on lines of its own, in place of the selection; its fence is longer than any inside it. */
export function insertCode({ text, start, end }: Selected, code: string, language = ""): Replacement {
  const longest = Math.max(2, ...Array.from(code.matchAll(/^ *(`{3,})/gm), ([, ticks = ""]) => ticks.length));
  const sign = "`".repeat(longest + 1);
  const before = start > 0 && text[start - 1] !== "\n" ? "\n" : "";
  const after = text[end] === "\n" ? "" : "\n";
  const body = code.replace(/\r\n?/g, "\n").replace(/\n+$/, "");
  const insert = `${before}${sign}${language}\n${body}\n${sign}${after}`;
  const at = start + insert.length;
  return { from: start, to: end, insert, start: at, end: at };
}

/**
 * Returns what pasting from a code editor does: lines of code become a code block in their language. `null` where the
 * text is simply pasted: from elsewhere, a single line, or inside code.
 * @param about what VS Code and its relatives say about copied text, as JSON
 */
export function pasteCode(selected: Selected, pasted: string, about: string): Replacement | null {
  const mode = modeOf(about);
  if (mode === null || !pasted.trim().includes("\n") || isInCode(selected)) return null;
  return insertCode(selected, pasted, mode);
}

/** Text in these languages is prose, and stays what it is. */
const PROSE = new Set(["markdown", "plaintext", "latex"]);

function modeOf(about: string): string | null {
  try {
    const mode: unknown = Object(JSON.parse(about)).mode;
    if (typeof mode !== "string" || PROSE.has(mode) || !/^[\w+#-]{1,24}$/.test(mode)) return null;
    return mode.replace(/react$/, "");
  } catch {
    return null;
  }
}

type Language = (typeof LANGUAGES)[number];

const EXTENSIONS: Readonly<Record<string, Language>> = {
  ...{ js: "javascript", jsx: "javascript", mjs: "javascript", cjs: "javascript", ts: "typescript", tsx: "typescript" },
  ...{ py: "python", java: "java", c: "cpp", h: "cpp", cc: "cpp", cpp: "cpp", hpp: "cpp", cs: "csharp", php: "php" },
  ...{ rb: "ruby", go: "go", rs: "rust", swift: "swift", kt: "kotlin", scala: "scala", html: "html", css: "css" },
  ...{ sql: "sql", sh: "bash", bash: "bash", ps1: "powershell", json: "json", xml: "xml", yml: "yaml", yaml: "yaml" },
  ...{ md: "markdown", txt: "plaintext", log: "plaintext", toml: "plaintext", ini: "plaintext", csv: "plaintext" },
};

/** Returns the language of a text file by its name; `null` for any other file. */
export function languageOfFile(name: string): Language | null {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(EXTENSIONS, extension) ? (EXTENSIONS[extension] ?? null) : null;
}

/** Enough of a file to know what it is. */
const HEAD = 4_096;

/** Whether a file is text in UTF-8, by how it begins. */
export async function isText(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  if (head.includes(0)) return false;
  try {
    // A character that the end of the head cuts in two is no fault.
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
