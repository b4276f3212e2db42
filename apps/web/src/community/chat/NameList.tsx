import classes from "./NameList.module.css";
import type { Mentioning } from "./useNames.ts";

/** The members that an unfinished mention may mean. The focus stays in the field. */
export function NameList({ mention: { id, found, current, take } }: { mention: Mentioning }) {
  if (found.length === 0) return null;
  return (
    <div className={classes.list} id={id} role="listbox" aria-label="Members">
      {found.map((name, index) => (
        <div
          key={name}
          id={`${id}-${index}`}
          className={classes.name}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          // Runs before the field loses the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            take(name);
          }}
        >
          @{name}
        </div>
      ))}
    </div>
  );
}
