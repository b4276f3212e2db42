import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DEFAULT_BRAND } from "./brand.rules.ts";
import {
  ACCENT_SURFACES,
  accentContrast,
  accentProblem,
  brandColors,
  contrast,
  readableAccent,
} from "./brand-colors.rules.ts";

const tokens = readFileSync(join(import.meta.dirname, "../../../../apps/web/src/styles/tokens.css"), "utf8");

function tokensOf(scheme: string): Record<string, string> {
  const block = new RegExp(`:root\\[data-mantine-color-scheme="${scheme}"\\] \\{([^}]*)\\}`).exec(tokens)?.[1] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color]),
  );
}

describe("contrast", () => {
  it("is what WCAG defines", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.478, 3);
    expect(contrast("#ffffff", "#ffffff")).toBe(1);
  });
});

describe("an accent", () => {
  it("is judged on the surfaces of the app, and the default is the app's own", () => {
    for (const scheme of ["light", "dark"] as const) {
      const { canvas, surface, sunken, hover, link } = tokensOf(scheme);
      expect(ACCENT_SURFACES[scheme]).toEqual([canvas, surface, sunken, hover]);
      expect(DEFAULT_BRAND[scheme === "light" ? "accentLight" : "accentDark"]).toBe(link);
      expect(accentProblem(link ?? "", scheme)).toBeNull();
    }
  });

  it("below 4.5:1 anywhere is refused, with its contrast and a color that would do", () => {
    // Readable on white, but not on what is hovered.
    expect(contrast("#767676", "#ffffff")).toBeGreaterThan(4.5);
    const problem = accentProblem("#767676", "light") ?? "";
    expect(problem).toMatch(/has a contrast of 3\.8\d:1 in light mode, and text needs 4\.5:1\. Use a darker one/);
    const [suggested = ""] = /#[0-9a-f]{6}/.exec(problem) ?? [];
    expect(accentProblem(suggested, "light")).toBeNull();
    expect(accentProblem("#0f544c", "dark")).toContain("Use a lighter one");
  });

  it("that isn't a color is refused", () => {
    for (const color of ["", "red", "#fff", "#12345g", "#0f544c;}"]) {
      expect(accentProblem(color, "light")).toContain("six hexadecimal digits");
    }
  });

  it("of any hue has a readable neighbor, and its buttons and chosen entries can be read", () => {
    for (let hue = 0; hue < 64; hue++) {
      const part = (shift: number) => (((hue >> shift) & 3) * 85).toString(16).padStart(2, "0");
      const color = `#${part(0)}${part(2)}${part(4)}`;
      const [accentLight, accentDark] = [readableAccent(color, "light"), readableAccent(color, "dark")];
      expect(accentContrast(accentLight, "light")).toBeGreaterThanOrEqual(4.5);
      expect(accentContrast(accentDark, "dark")).toBeGreaterThanOrEqual(4.5);
      const { shades, soft, link, fill } = brandColors({ accentLight, accentDark });
      for (const scheme of ["light", "dark"] as const)
        expect(contrast(fill[scheme], "#ffffff"), color).toBeGreaterThanOrEqual(4.5);
      for (const at of [6, 7, 8, 9]) expect(contrast(shades[at] ?? "", "#ffffff"), color).toBeGreaterThanOrEqual(4.5);
      expect(contrast(soft.light, link.light)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(soft.dark, link.dark)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("that is the default has the app's own buttons", () => {
    const theme = readFileSync(join(import.meta.dirname, "../../../../apps/web/src/app/theme.ts"), "utf8");
    const teals = /const teal[^;]*;/.exec(theme)?.[0].match(/#\w{6}/g);
    expect(theme).toContain("primaryShade: { light: 8, dark: 6 }");
    expect(brandColors(DEFAULT_BRAND).fill).toEqual({ light: teals?.[8], dark: teals?.[6] });
  });
});
