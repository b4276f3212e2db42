import { parseAmount } from "@bbux/contract";
import { bbux } from "./Amount.format.ts";
import classes from "./Amount.module.css";

interface AmountProps {
  /** Base units, or BBUX as the API gives them (a number or a decimal string). */
  readonly value: bigint | number | string;
  /** Always with decimals, for columns that add up. */
  readonly exact?: boolean;
  /** Amber, the colour of money (the default), or the colour of the text around. */
  readonly plain?: boolean;
}

/** An amount of BBUX with its unit, in equal figures. */
export function Amount({ value, exact = false, plain = false }: AmountProps) {
  const units = typeof value === "bigint" ? value : (parseAmount(value) ?? 0n);
  return <span className={plain ? classes.plain : classes.amount}>{bbux(units, { exact })}</span>;
}
