import { IconSearch } from "@tabler/icons-react";
import { openPalette } from "../shortcuts/overlay.ts";
import { PALETTE_KEY } from "../shortcuts/platform.ts";
import classes from "./SearchBox.module.css";

/** A button that looks like a field, or on a phone like an icon, and opens the palette. */
export function SearchBox() {
  return (
    <button
      type="button"
      className={classes.box}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openPalette}
    >
      <IconSearch size={18} stroke={1.6} aria-hidden="true" />
      <span className={classes.words}>Search</span>
      <span className={classes.key} aria-hidden="true">
        {PALETTE_KEY}
      </span>
    </button>
  );
}
