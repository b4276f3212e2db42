import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./Table.module.css";

export interface Column {
  readonly label: string;
  /** Shows the heading to screen readers only. */
  readonly quiet?: boolean;
  /** Aligns figures to the right. */
  readonly figure?: boolean;
  /** Left out on tablets, where there is no room for every column. */
  readonly minor?: boolean;
  /** Sorts by this column; holds the current direction, if it is the sorted one. */
  readonly sort?: { readonly now: "ascending" | "descending" | undefined; readonly onSort: () => void };
}

interface TableProps {
  /** The table's accessible name. */
  readonly label: string;
  readonly columns: readonly Column[];
  /** Shown while other rows are loading. */
  readonly stale?: boolean;
  /** Where columns don't fit, the figures of a row share lines instead of having one each. */
  readonly dense?: boolean;
  /** `tr`s of `Cell`s. */
  readonly children: ReactNode;
}

/** A table. Where columns don't fit, each row becomes a small stack of labeled facts. */
export function Table({ label, columns, stale = false, dense = false, children }: TableProps) {
  return (
    <table
      className={classes.table}
      aria-label={label}
      aria-busy={stale}
      data-stale={stale || undefined}
      data-dense={dense || undefined}
    >
      <thead>
        <tr>
          {columns.map(({ label: name, quiet, figure, minor, sort }) => (
            <th key={name} scope="col" data-figure={figure} data-minor={minor} aria-sort={sort?.now}>
              {sort ? (
                <button type="button" className={classes.sort} onClick={sort.onSort}>
                  {name}
                  {sort.now === "ascending" && <IconArrowUp size={14} aria-hidden />}
                  {sort.now === "descending" && <IconArrowDown size={14} aria-hidden />}
                </button>
              ) : (
                <span className={quiet ? "visually-hidden" : undefined}>{name}</span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface CellProps {
  /** The column's name, shown where there are no columns; absent for what speaks for itself. */
  readonly label?: string;
  readonly figure?: boolean;
  /** As its column. */
  readonly minor?: boolean;
  /** Marks the row header. */
  readonly head?: boolean;
  readonly children: ReactNode;
}

export function Cell({ label, figure, minor, head = false, children }: CellProps) {
  const content = (
    <>
      {label && (
        <span className={classes.label} aria-hidden="true">
          {label}
        </span>
      )}
      <div className={classes.value}>{children}</div>
    </>
  );
  return head ? (
    <th scope="row" data-figure={figure}>
      {content}
    </th>
  ) : (
    <td data-figure={figure} data-minor={minor} data-named={label ? true : undefined}>
      {content}
    </td>
  );
}
