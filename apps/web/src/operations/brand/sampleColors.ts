import {
  ACCENT,
  ACCENT_SURFACES,
  type Brand,
  brandColors,
  DEFAULT_BRAND,
  hasDefaultColors,
  type Scheme,
} from "@bbux/contract";

// The colors of styles/tokens.css for the default accents.
const INK: Readonly<Record<Scheme, string>> = { light: "#1f1c18", dark: "#ece8e1" };
const LINE: Readonly<Record<Scheme, string>> = { light: "#e5e1d9", dark: "#312e2a" };
const DEFAULT_SOFT: Readonly<Record<Scheme, string>> = { light: "#e6f1ee", dark: "#1b2b28" };

export interface SampleColors {
  readonly canvas: string;
  readonly line: string;
  readonly ink: string;
  readonly link: string;
  readonly soft: string;
  readonly fill: string;
}

/** Returns the colors that pages have with the brand's accents. A color that isn't complete yet counts as the default. */
export function sampleColors(brand: Pick<Brand, "accentLight" | "accentDark">, scheme: Scheme): SampleColors {
  const accents = {
    accentLight: ACCENT.test(brand.accentLight) ? brand.accentLight : DEFAULT_BRAND.accentLight,
    accentDark: ACCENT.test(brand.accentDark) ? brand.accentDark : DEFAULT_BRAND.accentDark,
  };
  const { link, soft, fill } = brandColors(accents);
  return {
    canvas: ACCENT_SURFACES[scheme][0] ?? "",
    line: LINE[scheme],
    ink: INK[scheme],
    link: link[scheme],
    // The server derives it for other accents only.
    soft: (hasDefaultColors(accents) ? DEFAULT_SOFT : soft)[scheme],
    fill: fill[scheme],
  };
}
