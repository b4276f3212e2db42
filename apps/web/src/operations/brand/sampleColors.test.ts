import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brandColors, DEFAULT_BRAND, type Scheme } from "@bbux/contract";
import { describe, expect, it } from "vitest";
import { theme } from "../../app/theme.ts";
import { sampleColors } from "./sampleColors.ts";

const tokens = readFileSync(join(import.meta.dirname, "../../styles/tokens.css"), "utf8");

function tokensOf(scheme: string): Record<string, string | undefined> {
  const block = new RegExp(`:root\\[data-mantine-color-scheme="${scheme}"\\] \\{([^}]*)\\}`).exec(tokens)?.[1] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color]),
  );
}

/** The shade that the theme fills primary buttons with. */
function shadeOf(scheme: Scheme): number {
  const { primaryShade } = theme;
  return typeof primaryShade === "object" ? (primaryShade[scheme] ?? -1) : -1;
}

describe.each(["light", "dark"] as const)("the preview in %s mode", (scheme) => {
  it("shows the default brand in the app's own colors", () => {
    const { canvas, line, ink, link, "brand-soft": soft } = tokensOf(scheme);
    const fill = theme.colors?.teal?.[shadeOf(scheme)];
    expect(sampleColors(DEFAULT_BRAND, scheme)).toEqual({ canvas, line, ink, link, soft, fill });
  });

  it("shows other accents in the palette that the server derives from them", () => {
    const accents = { accentLight: "#5b21b6", accentDark: "#c4b5fd" };
    const { soft, shades } = brandColors(accents);
    expect(sampleColors(accents, scheme)).toMatchObject({
      link: scheme === "light" ? accents.accentLight : accents.accentDark,
      soft: soft[scheme],
      fill: shades[shadeOf(scheme)],
    });
  });

  it("shows the default while a color is being typed", () => {
    expect(sampleColors({ ...DEFAULT_BRAND, accentLight: "#5b", accentDark: "" }, scheme)).toEqual(
      sampleColors(DEFAULT_BRAND, scheme),
    );
  });
});
