import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";

const SRC = join(import.meta.dirname, "../src");
/** The router reads or writes the names of these files. */
const ROUTER = /^(?:routes\/|routeTree\.gen\.ts$)/;
const PASCAL = /^[A-Z][A-Za-z0-9]*$/;
const CAMEL = /^[a-z][A-Za-z0-9]*$/;

const files = globSync("**/*.{ts,tsx,css}", { cwd: SRC })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !ROUTER.test(file))
  .sort();
/** Splits a name at its dots: `Amount.format.ts` gives Amount, [format]. */
const partsOf = (file: string) => {
  const [base = "", ...rest] = basename(file).split(".");
  return { base, words: rest.slice(0, -1) };
};
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

describe("file names in the web app", () => {
  it("are PascalCase for components and their parts, camelCase for everything else, with camelCase between dots", () => {
    const odd = files.filter((file) => {
      const { base, words } = partsOf(file);
      return !(PASCAL.test(base) || CAMEL.test(base)) || !words.every((word) => CAMEL.test(word));
    });
    expect(odd).toEqual([]);
    expect(files.length).toBeGreaterThan(300);
  });

  it("begin with a capital in TypeScript only next to the component of that name", () => {
    const odd = files.filter((file) => {
      if (!file.endsWith(".ts") || isTest(file)) return false;
      const { base } = partsOf(file);
      return PASCAL.test(base) && !files.includes(join(file, "..", `${base}.tsx`).replaceAll("\\", "/"));
    });
    expect(odd).toEqual([]);
  });
});
