import {
  ACCENT,
  ACCENT_SURFACES,
  type Brand,
  brandColors,
  brandImagePath,
  DEFAULT_BRAND,
  type Scheme,
} from "@bbux/contract";
import type { CSSProperties } from "react";
import classes from "./Brand.module.css";

const SCHEMES = [
  { scheme: "light", label: "Light mode" },
  { scheme: "dark", label: "Dark mode" },
] as const;

/** The brand as pages will show it, in light and dark. */
export function BrandPreview({ brand }: { readonly brand: Brand }) {
  const colors = brandColors({
    accentLight: ACCENT.test(brand.accentLight) ? brand.accentLight : DEFAULT_BRAND.accentLight,
    accentDark: ACCENT.test(brand.accentDark) ? brand.accentDark : DEFAULT_BRAND.accentDark,
  });
  const style = (scheme: Scheme): CSSProperties & Record<`--${string}`, string | undefined> => ({
    "--sample-canvas": ACCENT_SURFACES[scheme][0],
    "--sample-ink": scheme === "light" ? "#1f1c18" : "#ece8e1",
    "--sample-link": colors.link[scheme],
    "--sample-soft": colors.soft[scheme],
    "--sample-fill": colors.shades[scheme === "light" ? 8 : 6],
  });
  return (
    <div className={classes.previews} aria-hidden="true">
      {SCHEMES.map(({ scheme, label }) => (
        <div key={scheme} className={classes.preview} style={style(scheme)}>
          <span className={classes.previewLabel}>{label}</span>
          <span className={classes.previewBrand}>
            <img
              src={brand.logo === null ? "/favicon.svg" : brandImagePath(brand.logo)}
              width={24}
              height={24}
              alt=""
            />
            {brand.name}
          </span>
          <span className={classes.previewLink}>A link in a question</span>
          <span className={classes.previewChosen}>Chosen entry</span>
          <span className={classes.previewButton}>Ask a question</span>
        </div>
      ))}
    </div>
  );
}
