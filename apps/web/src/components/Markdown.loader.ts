import { hasMath } from "@bbux/markdown/formulas";
import { useEffect, useMemo, useState } from "react";

type MathPlugins = typeof import("./Markdown.math.ts")["mathPlugins"];

let loaded: MathPlugins | undefined;

/** Loads KaTeX if the text needs it. Routes call this in their loader, so that formulas don't shift the page. */
export async function loadMath(content: string): Promise<void> {
  if (loaded || !hasMath(content)) return;
  const { mathPlugins } = await import("./Markdown.math.ts");
  await fontsReady();
  loaded = mathPlugins;
}

/** Loads what formulas look like, without KaTeX, for text that the server has rendered. */
export async function loadMathStyles(html: string): Promise<void> {
  if (!html.includes('class="katex')) return;
  await import("./Markdown.mathStyles.ts");
  await fontsReady();
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
