import { IconX } from "@tabler/icons-react";
import classes from "./FilterChips.module.css";

/** One active filter: the chip's label, and the change that clears it. */
export interface Chip<Change> {
  readonly key: string;
  readonly label: string;
  readonly clear: Change;
}

/** The active filters of a list; clicking a chip clears its filter. */
export function FilterChips<Change>({
  chips,
  onClear,
}: {
  chips: readonly Chip<Change>[];
  onClear: (change: Change) => void;
}) {
  if (chips.length === 0) return null;
  return (
    <div className={classes.chips}>
      {chips.map(({ key, label, clear }) => (
        <button
          key={key}
          type="button"
          className={classes.chip}
          aria-label={`Clear ${label}`}
          onClick={() => onClear(clear)}
        >
          <span>{label}</span>
          <IconX size={14} aria-hidden />
        </button>
      ))}
    </div>
  );
}
