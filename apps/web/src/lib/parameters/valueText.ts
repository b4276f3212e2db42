import { formatParameter, type ParameterName } from "@bbux/contract";
import { withNumbers } from "../locale.ts";

/** Formats a parameter's value with its unit, in the reader's language and with group separators. */
export function valueText(name: ParameterName, value: bigint): string {
  return withNumbers(formatParameter(name, value));
}
