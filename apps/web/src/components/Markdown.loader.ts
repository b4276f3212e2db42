import { useEffect, useState } from "react";

type MathPlugins = typeof import("./Markdown.math.ts")["mathPlugins"];

let loaded: MathPlugins | undefined;

/** Whether the text has what may be a formula. KaTeX and its fonts are loaded only then. */
export function hasMath(content: string): boolean {
  return /\$[^$]+\$|^\s*(`{3,}|~{3,})\s*math\b/m.test(content);
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
