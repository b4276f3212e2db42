import { type Brand, brandImagePath, type Scheme } from "@bbux/contract";
import { SegmentedControl } from "@mantine/core";
import { type CSSProperties, useState } from "react";
import classes from "./Brand.module.css";
import { sampleColors } from "./sampleColors.ts";

const SCHEMES = [
  { scheme: "light", label: "Light" },
  { scheme: "dark", label: "Dark" },
] as const;

/** The brand as pages will show it, in light and dark: both, or where there is little room, one at a time. */
export function BrandPreview({ brand }: { readonly brand: Brand }) {
  const style = (scheme: Scheme): CSSProperties =>
    Object.fromEntries(Object.entries(sampleColors(brand, scheme)).map(([name, color]) => [`--sample-${name}`, color]));
  const icon = brand.favicon ?? brand.logo;
  const [shown, setShown] = useState<Scheme>("light");
  return (
    <section className={classes.previews} data-shown={shown} aria-labelledby="preview">
      <h3 id="preview">Preview</h3>
      <SegmentedControl
        className={classes.switch}
        aria-labelledby="preview"
        fullWidth
        value={shown}
        onChange={(scheme) => setShown(scheme === "dark" ? "dark" : "light")}
        data={SCHEMES.map(({ scheme, label }) => ({ value: scheme, label }))}
      />
      {SCHEMES.map(({ scheme, label }) => (
        <figure key={scheme} className={classes.figure} data-scheme={scheme} aria-label={label}>
          <figcaption aria-hidden="true">{label}</figcaption>
          <div className={classes.preview} style={style(scheme)}>
            <span className={classes.previewTab}>
              <img src={icon === null ? "/favicon.svg" : brandImagePath(icon)} width={16} height={16} alt="" />
              <span>{brand.name}</span>
              <small>Browser tab</small>
            </span>
            <span className={classes.previewBrand}>
              <img
                src={brand.logo === null ? "/favicon.svg" : brandImagePath(brand.logo)}
                width={28}
                height={28}
                alt=""
              />
              {brand.name}
              <small>Header</small>
            </span>
            <div className={classes.previewPage}>
              <span className={classes.previewLink}>A link in a question</span>
              <span className={classes.previewChosen}>Selected item</span>
              <span className={classes.previewButton}>Ask a question</span>
            </div>
          </div>
        </figure>
      ))}
    </section>
  );
}
