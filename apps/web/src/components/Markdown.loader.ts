import { useEffect, useState } from "react";

type MathPlugins = typeof import("./Markdown.math.ts")["mathPlugins"];

let loaded: MathPlugins | undefined;

/** A line as far as it may begin or end a block of code, at the top, in a quotation or in a list. */
function asFence(line: string) {
  const [, prefix = "", mark = "", rest = ""] =
    /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])[\s>]+)*)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  return {
    quoted: /^\s*>/.test(line),
    mark,
    opens: mark !== "" && !(mark.startsWith("`") && rest.includes("`")),
    closes: mark !== "" && rest.trim() === "" && /^[\s>]*$/.test(prefix),
  };
}

/**
 * The paragraphs of a text without its code, where `$` is no formula. In doubt, as when a block has no end, it is taken for text:
 * KaTeX for nothing costs less than a formula that is not set.
 */
function withoutCode(content: string): readonly string[] {
  const lines = content.split("\n");
  const fences = lines.map(asFence);
  const prose: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const open = fences[at];
    if (open?.opens) {
      let end = at + 1;
      while (end < lines.length && !(fences[end]?.closes && fences[end]?.mark.startsWith(open.mark))) {
        // A quotation's block ends with it.
        end = open.quoted && !fences[end]?.quoted ? lines.length : end + 1;
      }
      if (end < lines.length) {
        at = end;
        continue;
      }
    }
    prose.push(lines[at] ?? "");
  }
  const paragraphs = prose.join("\n").split(/\n\s*\n/);
  return paragraphs.map((text) => text.replace(/(?<!`)(`{1,2})(?!`)[\s\S]+?(?<!`)\1(?!`)/g, " "));
}

/** Whether the text has what may be a formula. KaTeX and its fonts are loaded only then. */
export function hasMath(content: string): boolean {
  if (/^[ \t]*(`{3,}|~{3,})[ \t]*math\b/m.test(content)) return true;
  if (!content.includes("$")) return false;
  // A block between `$$` may have empty lines in it.
  return withoutCode(content).some((text) => /\$[^$]+\$(?!\d)|^[ \t]*\$\$/m.test(text));
}

/** Brings KaTeX if the text needs it. A route's loader calls this early, so that formulas do not move the page. */
export async function loadMath(content: string): Promise<void> {
  if (loaded || !hasMath(content)) return;
  const { mathPlugins } = await import("./Markdown.math.ts");
  await fontsReady();
  loaded = mathPlugins;
}

/** The fonts most formulas need, so that these do not change their size once set. Slow ones are not waited for. */
async function fontsReady(): Promise<void> {
  if (typeof document === "undefined") return;
  const fonts = ["1em KaTeX_Main", "italic 1em KaTeX_Math", "1em KaTeX_Size1"].map((font) => document.fonts.load(font));
  await Promise.race([Promise.allSettled(fonts), new Promise((resolve) => setTimeout(resolve, 1_000))]);
}

/** The math plugins once they are here, when the text needs them. Until then formulas show as they were written. */
export function useMath(content: string): MathPlugins | undefined {
  const [plugins, setPlugins] = useState(loaded);
  const needed = hasMath(content);
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
