import { useEffect, useMemo, useState } from "react";

type MathPlugins = typeof import("./Markdown.math.ts")["mathPlugins"];

let loaded: MathPlugins | undefined;

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

/** Whether the text may contain a formula. KaTeX and its fonts are loaded only then. */
export function hasMath(content: string): boolean {
  if (/^[ \t]*(`{3,}|~{3,})[ \t]*math\b/m.test(content)) return true;
  if (!content.includes("$")) return false;
  return withoutCode(content)
    .split(/\n\s*\n/)
    .some((paragraph) => /\$[^$]+\$(?!\d)|^[ \t]*\$\$/m.test(paragraph));
}

/** Loads KaTeX if the text needs it. Routes call this in their loader, so that formulas don't shift the page. */
export async function loadMath(content: string): Promise<void> {
  if (loaded || !hasMath(content)) return;
  const { mathPlugins } = await import("./Markdown.math.ts");
  await fontsReady();
  loaded = mathPlugins;
}

/** Waits for the fonts that most formulas need, so that rendered formulas don't change size, but not for slow ones. */
async function fontsReady(): Promise<void> {
  if (typeof document === "undefined") return;
  const fonts = ["1em KaTeX_Main", "italic 1em KaTeX_Math", "1em KaTeX_Size1"].map((font) => document.fonts.load(font));
  await Promise.race([Promise.allSettled(fonts), new Promise((resolve) => setTimeout(resolve, 1_000))]);
}

/** Returns the math plugins once they are loaded, if the text needs them. Until then formulas are shown as source. */
export function useMath(content: string): MathPlugins | undefined {
  const [plugins, setPlugins] = useState(loaded);
  const needed = useMemo(() => hasMath(content), [content]);
  useEffect(() => {
    if (!needed || plugins) return;
    let alive = true;
    loadMath(content).then(
      () => alive && setPlugins(loaded),
      () => undefined, // offline: the source of the formula stays readable
    );
    return () => {
      alive = false;
    };
  }, [needed, plugins, content]);
  return needed ? plugins : undefined;
}
