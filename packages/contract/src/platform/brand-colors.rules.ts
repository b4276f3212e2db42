// Apart from brand.rules.ts, because every page of the web app includes that.
import { type Brand, DEFAULT_BRAND } from "./brand.rules.ts";

export const ACCENT = /^#[0-9a-f]{6}$/;

export type Scheme = "light" | "dark";

/** What the accent is read on: `--canvas`, `--surface`, `--sunken` and `--hover` of apps/web/src/styles/tokens.css. */
export const ACCENT_SURFACES: Readonly<Record<Scheme, readonly string[]>> = {
  light: ["#faf9f6", "#ffffff", "#f3f1ec", "#efece6"],
  dark: ["#161513", "#1d1b19", "#121110", "#272522"],
};

/** WCAG AA for text. */
const LEAST = 4.5;
const WHITE = "#ffffff";
const BLACK = "#000000";

/** The main button in dark with the colors that the platform comes with: the seventh teal of apps/web/src/app/theme.ts. */
const DEFAULT_FILL = "#1f7a6e";

type Accents = Pick<Brand, "accentLight" | "accentDark">;

type Rgb = readonly [red: number, green: number, blue: number];

const rgbOf = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

function luminance(color: string): number {
  const [red, green, blue] = rgbOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors as WCAG defines it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** @param share of `other`, 0 to 1 */
export function mix(one: string, other: string, share: number): string {
  const there = rgbOf(other);
  const parts = rgbOf(one).map((part, at) => Math.round(part + ((there[at] ?? 0) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** The quiet background of what is selected. */
const softOf = (accent: string, scheme: Scheme): string =>
  scheme === "light" ? mix(WHITE, accent, 0.1) : mix("#161513", accent, 0.13);

/** The least contrast that an accent has anywhere it is read; in light also that of white text on it. */
export function accentContrast(accent: string, scheme: Scheme): number {
  return Math.min(...[...ACCENT_SURFACES[scheme], softOf(accent, scheme)].map((surface) => contrast(accent, surface)));
}

/** The nearest color of the same hue that can be read: darker in light, lighter in dark. */
export function readableAccent(accent: string, scheme: Scheme): string {
  const toward = scheme === "light" ? BLACK : WHITE;
  for (let share = 0; share < 1; share += 0.02) {
    const color = mix(accent, toward, share);
    if (accentContrast(color, scheme) >= LEAST) return color;
  }
  return DEFAULT_BRAND[scheme === "light" ? "accentLight" : "accentDark"];
}

/** Says what is wrong with an accent and what to do about it; null for one that can be read. */
export function accentProblem(accent: string, scheme: Scheme): string | null {
  if (!ACCENT.test(accent)) return "Write the color as # and six hexadecimal digits, like #0f544c";
  const least = accentContrast(accent, scheme);
  if (least >= LEAST) return null;
  // Rounded down, so that no refusal claims the contrast that it asks for.
  const shown = (Math.floor(least * 100) / 100).toFixed(2);
  const better = readableAccent(accent, scheme);
  return scheme === "light"
    ? `This color has a contrast of ${shown}:1 in light mode, and text needs ${LEAST}:1. Use a darker one, such as ${better}.`
    : `This color has a contrast of ${shown}:1 in dark mode, and text needs ${LEAST}:1. Use a lighter one, such as ${better}.`;
}

/** What screens, mails and documents derive from an accent. */
export interface BrandColors {
  readonly link: Readonly<Record<Scheme, string>>;
  readonly linkHover: Readonly<Record<Scheme, string>>;
  readonly soft: Readonly<Record<Scheme, string>>;
  /** The background of main buttons, which have white text in both schemes. */
  readonly fill: Readonly<Record<Scheme, string>>;
  /** Ten shades, light to dark: the third is the accent of dark mode, the eighth that of light mode; white is readable from the sixth on. */
  readonly shades: readonly string[];
}

/** Derives the other colors from a brand's two. */
export function brandColors(accents: Accents): BrandColors {
  const { accentLight: light, accentDark: dark } = accents;
  const fill = fillOf(light, dark);
  const hover = mix(light, BLACK, 0.28);
  return {
    link: { light, dark },
    linkHover: { light: hover, dark: mix(dark, WHITE, 0.35) },
    fill: { light, dark: hasDefaultColors(accents) ? DEFAULT_FILL : fill },
    soft: { light: softOf(light, "light"), dark: softOf(dark, "dark") },
    shades: [
      ...[0.84, 0.7, 0.35].map((share) => mix(dark, WHITE, share)),
      ...[dark, mix(dark, fill, 0.4), mix(dark, fill, 0.75)],
      ...[fill, mix(fill, light, 0.5), light, hover],
    ],
  };
}

/** The fill of buttons in dark: between the two accents, as light as white text allows. */
function fillOf(light: string, dark: string): string {
  let share = 0;
  while (share < 1 && contrast(mix(light, dark, share + 0.02), WHITE) >= LEAST) share += 0.02;
  return mix(light, dark, share);
}

/** Whether a brand's colors are those that the platform comes with. */
export const hasDefaultColors = ({ accentLight, accentDark }: Accents): boolean =>
  accentLight === DEFAULT_BRAND.accentLight && accentDark === DEFAULT_BRAND.accentDark;
