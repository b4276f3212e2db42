import { IconChevronDown } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./Statement.module.css";

interface RowTypeProps {
  /** The type, and for assistive technology what the row opens. */
  readonly label: ReactNode;
  readonly isOpen: boolean;
  /** The ids of what it opens, if they are on the page. */
  readonly controls: string | undefined;
  readonly onToggle: () => void;
  /** The transaction's subject, on the same line if it fits. */
  readonly children: ReactNode;
}

/** A row's type, and the button that opens the row. */
export function RowType({ label, isOpen, controls, onToggle, children }: RowTypeProps) {
  return (
    <th scope="row" className={classes.type}>
      <div className={classes.line}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={controls}
          onClick={onToggle}
        >
          {label}
        </button>
        {children}
        <IconChevronDown className={classes.sign} size={16} stroke={1.6} aria-hidden="true" />
      </div>
    </th>
  );
}
