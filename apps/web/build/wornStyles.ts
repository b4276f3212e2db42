import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

/** Mantine's classes: the same short hash stands in its styles and in the code of the component that wears it. */
const MANTINE_CLASS = /\bm_[0-9a-f]{6,8}\b/g;

const classesIn = (text: string): ReadonlySet<string> => new Set(text.match(MANTINE_CLASS));

/**
 * Classes that the code wears and the styles lack, though Mantine has styles for them.
 * @param all everything that Mantine has styles for
 */
export function missingStyles(code: string, styles: string, all: string): readonly string[] {
  const [styled, known] = [classesIn(styles), classesIn(all)];
  return [...classesIn(code)].filter((name) => known.has(name) && !styled.has(name));
}

/**
 * `styles/components.css` names the components of Mantine that the app wears, since the styles of all weigh as much as the
 * rest of the first visit's styles three times over. A component that came later and is not named there would stand naked: this
 * stops the build and says which line is missing.
 */
export function wornStyles(): Plugin {
  const require = createRequire(import.meta.url);
  const read = (name: string) => readFileSync(require.resolve(`@mantine/core/${name}`), "utf8");
  return {
    name: "bbux:worn-styles",
    apply: "build",
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const code = files.flatMap((file) => (file.type === "chunk" ? [file.code] : [])).join("\n");
      const styles = files.flatMap((file) =>
        file.type === "asset" && file.fileName.endsWith(".css") ? [String(file.source)] : [],
      );
      const missing = missingStyles(code, styles.join("\n"), read("styles.layer.css"));
      if (missing.length > 0) this.error(`styles/components.css lacks the styles of Mantine's ${missing.join(", ")}`);
    },
  };
}
