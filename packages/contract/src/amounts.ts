import { z } from "zod";
import { type AmountLimits, amountProblem, parseAmount } from "./money.ts";

/**
 * An amount as input: a JSON number or a decimal string with at most 9 decimals, in BBUX; parsed to base units.
 * Anything else is a validation failure that names the field (DECISIONS 1.1).
 */
export function amountInput(limits: AmountLimits) {
  return (
    z
      // No length check: refinements around it would run on the string that failed it. The pattern is bound enough.
      .union([z.number().meta({ minimum: 0 }), z.string().meta({ pattern: "^\\d{1,10}(\\.\\d{1,9})?$" })])
      .transform((value, ctx) => {
        const units = parseAmount(value);
        const problem =
          units === null ? "Amount must be a decimal number with at most 9 decimals" : amountProblem(units, limits);
        if (units === null || problem !== null) {
          ctx.addIssue({ code: "custom", message: problem ?? "Invalid amount" });
          return z.NEVER;
        }
        return units;
      })
      .meta({ description: "Amount in BBUX: a number, or a decimal string with at most 9 decimals", example: "2.5" })
  );
}

/** An amount in an answer where the specification says number (`reward`, `bountyAmount`, `virtualBalance`). */
export const amountAsNumber = z.number().meta({ description: "BBUX", example: 2.5 });
/** An amount in any other answer: a decimal string. */
export const amountAsString = z.string().meta({ description: "BBUX, decimal string", example: "2.5" });
