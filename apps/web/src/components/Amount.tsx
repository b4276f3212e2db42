import { bbux, fixedAmount, unitsOf } from "./Amount.format.ts";
import classes from "./Amount.module.css";

interface AmountProps {
  /** Base units, or BBUX as the API gives them (a number or a decimal string). */
  readonly value: bigint | number | string;
  /** Shows all decimals, for sums that must add up. */
  readonly exact?: boolean;
  /** Shows the four decimals of the wallet's and governance's screens; `exact` adds further ones. */
  readonly fixed?: boolean;
  /** Adds a plus to a gain and colors it as good, and a loss as the text around it; with `fixed`. */
  readonly signed?: boolean;
  /** SOL has the same amount format under another name. */
  readonly unit?: "BBUX" | "SOL";
  /** Amber, the color of money (the default), or the color of the text around it. */
  readonly plain?: boolean;
}

/** An amount with its unit, in tabular figures. The whole value appears on hover. */
export function Amount({
  value,
  exact = false,
  fixed = false,
  signed = false,
  unit = "BBUX",
  plain = false,
}: AmountProps) {
  const units = unitsOf(value);
  const text = fixed ? fixedAmount(units, { signed, exact, unit }) : bbux(units, { exact });
  const full = fixed ? fixedAmount(units, { signed, exact: true, unit }) : bbux(units, { exact: true });
  const tone = signed ? (units > 0n ? classes.gain : classes.loss) : classes.amount;
  return (
    <span className={plain ? classes.plain : tone} title={full === text ? undefined : full}>
      {text}
    </span>
  );
}
