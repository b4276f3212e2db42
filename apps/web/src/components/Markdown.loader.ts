import { useEffect, useState } from "react";

type MathPlugins = typeof import("./Markdown.math.ts")["mathPlugins"];

let loaded: MathPlugins | undefined;

/** The paragraphs of a text without its code, where `$` is no formula. An open block of code goes on to the end. */
function withoutCode(content: string): readonly string[] {
  let fence: string | null = null;
  const prose: string[] = [];
  for (const line of content.split("\n")) {
    const [, mark = "", rest = ""] = /^[\s>]*(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence === null) {
      if (mark === "" || (mark.startsWith("`") && rest.includes("`"))) prose.push(line);
      else fence = mark;
    } else if (mark.startsWith(fence) && rest.trim() === "") fence = null;
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
