import type { CSSProperties } from "react";

/** Mantine's class names. A test compares what we draw with what Mantine draws, so they can't differ. */
export const CLASSES = {
  unstyled: "m_87cf2631 mantine-UnstyledButton-root",
  focus: "mantine-focus-auto",
  active: "mantine-active",
  button: "m_77c9d27d mantine-Button-root",
  inner: "m_80f1301b mantine-Button-inner",
  label: "m_811560b9 mantine-Button-label",
  section: "m_a74036a mantine-Button-section",
  wait: "m_a25b86ee mantine-Button-loader",
  icon: "m_8d3f4000 mantine-ActionIcon-root",
  glyph: "m_8d3afb97 mantine-ActionIcon-icon",
  loader: "m_b34414df m_5ae2e3c mantine-Loader-root",
  skeleton: "m_18320242 mantine-Skeleton-root",
} as const;

export type ButtonVariant = "filled" | "default" | "subtle";

type Styles = Readonly<Record<string, string | number | undefined>>;

/** Styles with custom properties, which React's type doesn't know. */
export const styled = (styles: Styles): CSSProperties => styles;

/** Pixels as Mantine writes them. */
export const rem = (pixels: number) => (pixels === 0 ? "0rem" : `calc(${pixels / 16}rem * var(--mantine-scale))`);

/** The colors of a variant, as variables with the prefix of a component. */
export function variantColors(prefix: string, variant: ButtonVariant, color: "teal" | "gray"): Styles {
  if (variant === "filled") return { [`--${prefix}-color`]: "var(--mantine-color-white)" };
  const own = variant === "default" ? "var(--mantine-color-default" : `var(--mantine-color-${color}-light`;
  return {
    [`--${prefix}-bg`]: variant === "default" ? `${own})` : "transparent",
    [`--${prefix}-hover`]: `${own}-hover)`,
    [`--${prefix}-color`]: `${own}-color)`,
    [`--${prefix}-bd`]: [rem(1), "solid", variant === "default" ? `${own}-border)` : "transparent"].join(" "),
  };
}

/** Joins the class names that there are. */
export const joined = (...names: readonly (string | false | undefined)[]) => names.filter(Boolean).join(" ");
