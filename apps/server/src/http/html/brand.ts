import { type Brand, brandColors, brandImagePath, hasDefaultColors } from "@bbux/contract";
import { escaped } from "./escape.ts";
import type { Filling } from "./template.ts";

/** What the first HTML has of the brand, so that nothing changes its look once the app is there. */
export function brandFilling(brand: Brand): Pick<Filling, "icons" | "mark"> {
  const icon = iconOf(brand);
  const logo = brand.logo === null ? "/favicon.svg" : brandImagePath(brand.logo);
  return {
    icons:
      icon === null
        ? null
        : `<link rel="icon" href="${icon}" type="image/png" sizes="512x512" />\n    <link rel="apple-touch-icon" href="${icon}" />`,
    mark: `<img src="${logo}" width="28" height="28" alt="" />\n        <span>${escaped(brand.name)}</span>`,
  };
}

/** The address of the brand's own icon, which is its logo unless it has another; null without either. */
export function iconOf({ favicon, logo }: Brand): string | null {
  const key = favicon ?? logo;
  return key === null ? null : brandImagePath(key);
}

/**
 * The brand's colors over those of apps/web/src/styles/tokens.css and of the theme's palette; nothing for the colors that the platform
 * comes with. The selector is stronger than theirs, wherever they are in the page.
 */
export function brandStyle(brand: Brand): string {
  if (hasDefaultColors(brand)) return "";
  const { link, linkHover, soft, shades } = brandColors(brand);
  const palette = shades.map((color, at) => `--mantine-color-teal-${at}:${color}`).join(";");
  const of = (scheme: "light" | "dark") =>
    `:root:root:root[data-mantine-color-scheme="${scheme}"]{--link:${link[scheme]};--link-hover:${linkHover[scheme]};` +
    `--brand-soft:${soft[scheme]};--mantine-color-teal-light:${soft[scheme]};--mantine-color-teal-light-hover:${soft[scheme]};` +
    `--mantine-color-teal-light-color:${link[scheme]};--mantine-color-teal-outline-hover:${soft[scheme]};${palette}}`;
  return `<style>${of("light")}${of("dark")}</style>`;
}
