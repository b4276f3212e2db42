import { useLayoutEffect, useRef } from "react";
import { caretLine } from "./caretLine.ts";
import classes from "./NameList.module.css";
import type { Mentioning } from "./useMention.ts";

interface NameListProps {
  readonly mention: Mentioning;
  /** Above the positioned element around it, or above the line of the caret in a tall field. Never over what sends. */
  readonly over?: "field" | "line";
}

/** The members that an unfinished mention may mean. The focus stays in the field. */
export function NameList({ mention: { id, field, found, current, take }, over = "field" }: NameListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (over !== "line" || !list.current || !field.current) return;
    list.current.style.bottom = `calc(100% - ${caretLine(field.current)}px)`;
  });
  if (found.length === 0) return null;
  return (
    <div ref={list} className={classes.list} id={id} role="listbox" aria-label="Members">
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
