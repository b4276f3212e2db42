import { IconSearch } from "@tabler/icons-react";
import { openPalette } from "../palette/overlay.ts";
import { PALETTE_KEY } from "../shortcuts/platform.ts";
import classes from "./SearchBox.module.css";

/**
 * Looks like the field that it opens: the palette, which searches the posts and jumps anywhere. `small` is its sign alone, for
 * a line that is full.
 */
export function SearchBox({ small = false }: { small?: boolean }) {
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
