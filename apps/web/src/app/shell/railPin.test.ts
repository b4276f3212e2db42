import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isRailPinned, type RailChoice } from "./railPin.ts";

/** Answers media queries as a window of this width (px) does. */
const windowOf = (width: number) => (query: string) => width >= Number(/([\d.]+)em/.exec(query)?.[1]) * 16;

const CASES: readonly (readonly [RailChoice, number, boolean])[] = [
  [null, 1280, false],
  [null, 1439, false],
  [null, 1440, true],
  ["pinned", 1280, true],
  ["pinned", 1024, true],
  ["pinned", 1023, false],
  ["unpinned", 1920, false],
];

describe("the navigation", () => {
  it.each(CASES)("chosen %s at %i px: pinned %s", (choice, width, pinned) =>
    expect(isRailPinned(choice, windowOf(width))).toBe(pinned),
  );

  it.each(CASES)("has its room before the first paint: %s at %i px: %s", (choice, width, pinned) =>
    expect(attributesBeforeFirstPaint(choice, windowOf(width)).get("data-rail")).toBe(pinned ? "pinned" : undefined),
  );
});

/** Runs the script of index.html. */
function attributesBeforeFirstPaint(choice: RailChoice, matches: (query: string) => boolean) {
  const html = readFileSync(new URL("../../../index.html", import.meta.url), "utf8");
  const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? "";
  const set = new Map<string, string>();
  const root = { setAttribute: (name: string, value: string) => set.set(name, value) };
  const storage = { getItem: (key: string) => (key === "bbux.rail" ? choice : null) };
  const query = (text: string) => ({ matches: text.includes("em") && matches(text) });
  new Function("localStorage", "matchMedia", "document", script)(storage, query, { documentElement: root });
  return set;
}
