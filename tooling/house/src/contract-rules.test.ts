import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { sourcesOf, specifiersOf } from "./imports.ts";

const CONTRACT = resolve(import.meta.dirname, "../../../packages/contract/src");

/** Returns the packages that a file needs when it runs, its own imports included. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(file, "utf8").replace(/^import type [^;]*;$/gm, "");
  return specifiersOf(text).flatMap((specifier) =>
    specifier.startsWith(".") ? packagesOf(join(dirname(file), specifier), seen) : [specifier],
  );
}

it.each(sourcesOf(CONTRACT).filter((path) => /\.(rules|messages)\.ts$/.test(path)))(
  "%s needs no package, so screens can use it without loading zod",
  (path) => {
    expect(packagesOf(join(CONTRACT, path))).toEqual([]);
  },
);

it("a schema is seen to need zod", () => {
  expect(packagesOf(join(CONTRACT, "people/auth.ts"))).toContain("zod");
});
