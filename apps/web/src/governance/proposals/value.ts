import { PARAMETERS, type ParameterName, parameterProblem } from "@bbux/contract";
import { ambiguity, typedUnits } from "../../components/Amount.typed.ts";

/** How a parameter is typed: the unit after the field, and an example. */
export const UNITS = {
  basisPoints: { suffix: "%", example: "4.5", decimals: 2 },
  perMillionDaily: { suffix: /* @wc-include */ "% a day", example: "0.05", decimals: 4 },
  count: { suffix: "", example: "5", decimals: 0 },
  amount: { suffix: "BBUX", example: "10", decimals: 9 },
} as const;

export type ReadValue = { value: bigint; problem: null } | { value: null; problem: string };

/** Parses a typed parameter value into the stored integer, or returns the sentence that says what is wrong with it. */
export function readValue(name: ParameterName, typed: string): ReadValue {
  const { unit } = PARAMETERS[name];
  const { example, decimals } = UNITS[unit];
  if (typed.trim() === "") return { value: null, problem: "Please enter the new value" };
  const value = unit === "amount" ? typedUnits(typed) : scaled(typed, decimals);
  if (value === null) {
    const doubt = unit === "amount" ? ambiguity(typed) : null;
    if (doubt !== null) return { value: null, problem: doubt };
    const problem =
      decimals === 0
        ? `Please enter a whole number, such as ${example}`
        : `Please enter a number with at most ${decimals} decimals, such as ${example}`;
    return { value: null, problem };
  }
  const problem = parameterProblem(name, value);
  return problem === null ? { value, problem } : { value: null, problem };
}

/** Multiplies decimal text by ten to the `decimals`, exactly; null for what isn't such a number. */
function scaled(typed: string, decimals: number): bigint | null {
  const [, whole, fraction = ""] = /^(\d{1,12})(?:[.,](\d*))?$/.exec(typed.trim().replace(/^[.,]/, "0.")) ?? [];
  if (whole === undefined || fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}
