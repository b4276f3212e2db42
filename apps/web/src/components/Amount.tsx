import { bbux, fixedAmount, unitsOf } from "./Amount.format.ts";
import classes from "./Amount.module.css";

interface AmountProps {
  /** Base units, or BBUX as the API gives them (a number or a decimal string). */
  readonly value: bigint | number | string;
  /** Always shows decimals, for columns that add up. */
  readonly exact?: boolean;
  /** Shows the four decimals of the wallet's screens; `exact` adds further ones. */
  readonly fixed?: boolean;
  /** Adds a plus to a gain; with `fixed`. */
  readonly signed?: boolean;
  /** SOL has the same amount format under another name. */
  readonly unit?: "BBUX" | "SOL";
  /** Amber, the color of money (the default), or the color of the text around it. */
  readonly plain?: boolean;
}

/** An amount with its unit, in tabular figures. The whole value appears on hover. */
export function Amount({ value, exact, fixed, signed, unit = "BBUX", plain = false }: AmountProps) {
  const units = unitsOf(value);
  const className = plain ? classes.plain : classes.amount;
  if (!fixed) return <span className={className}>{bbux(units, { exact: exact ?? false })}</span>;
  const text = fixedAmount(units, { signed: signed ?? false, exact: exact ?? false, unit });
  const full = fixedAmount(units, { exact: true, unit });
  return (
    <span className={className} title={full.length > text.replace("+", "").length ? full : undefined}>
      {text}
    </span>
  );
}
