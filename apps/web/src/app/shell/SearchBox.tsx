import { IconSearch } from "@tabler/icons-react";
import { openPalette } from "../shortcuts/overlay.ts";
import { PALETTE_KEY } from "../shortcuts/platform.ts";
import classes from "./SearchBox.module.css";

/** A button that looks like a field and opens the palette. `small` shows its icon alone, for a line without room. */
export function SearchBox({ small = false }: { small?: boolean | undefined }) {
  return (
    <button
      type="button"
      className={`${classes.box} ${small ? classes.small : ""}`}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openPalette}
    >
      <IconSearch size={18} stroke={1.6} aria-hidden="true" />
      <span className={small ? "visually-hidden" : classes.words}>Search</span>
      {!small && (
        <span className={classes.key} aria-hidden="true">
          {PALETTE_KEY}
        </span>
      )}
    </button>
  );
}
