import { numberText } from "../../lib/locale.ts";
import classes from "./Admin.module.css";

/** A count in a table, where zeros recede. */
export function Count({ value }: { value: number }) {
  return <span className={value === 0 ? classes.muted : undefined}>{numberText(value)}</span>;
}
