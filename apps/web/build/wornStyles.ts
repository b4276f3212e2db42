import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

/** Matches Mantine's classes: the same short hash is in its styles and in the code of the component. */
const MANTINE_CLASS = /\bm_[0-9a-f]{6,8}\b/g;

const classesIn = (text: string): ReadonlySet<string> => new Set(text.match(MANTINE_CLASS));

/**
 * Returns classes that the code uses and the styles lack although Mantine has styles for them.
 * @param all everything that Mantine has styles for
 */
export function missingStyles(code: string, styles: string, all: string): readonly string[] {
  const [styled, known] = [classesIn(styles), classesIn(all)];
  return [...classesIn(code)].filter((name) => known.has(name) && !styled.has(name));
}

/**
 * Fails the build if `styles/components.css` lacks the styles of a Mantine component that the app uses, and says which
 * line is missing. The file lists components individually, because the styles of all weigh three times as much as the
 * rest of the first visit's styles.
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
