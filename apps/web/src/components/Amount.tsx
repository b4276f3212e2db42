import { bbux, fixedAmount, unitsOf } from "./Amount.format.ts";
import classes from "./Amount.module.css";

interface AmountProps {
  /** Base units, or BBUX as the API gives them (a number or a decimal string). */
  readonly value: bigint | number | string;
  /** Always with decimals, for columns that add up. */
  readonly exact?: boolean;
  /** With the four decimals of the wallet's screens; `exact` then shows more where there are more. */
  readonly fixed?: boolean;
  /** A plus before what came in; with `fixed`. */
  readonly signed?: boolean;
  /** SOL is the same amount by another name. */
  readonly unit?: "BBUX" | "SOL";
  /** Amber, the colour of money (the default), or the colour of the text around. */
  readonly plain?: boolean;
}

/** An amount with its unit, in equal figures. What is cut is told on hover. */
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
