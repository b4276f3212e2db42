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
  loaded = (await import("./Markdown.math.ts")).mathPlugins;
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
