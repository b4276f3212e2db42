import { z } from "zod";
import { type AmountLimits, amountProblem, parseAmount } from "./money.ts";

const NO_AMOUNT = "Amount must be a decimal number with at most 9 decimals";

/**
 * An amount as input: a JSON number or a decimal string with at most 9 decimals, in BBUX; parsed to base units.
 * Anything else is a validation failure that names the field (DECISIONS 1.1).
 * @param nothing the sentence for 0 and for what is negative, where there is one of its own
 */
export function amountInput(limits: AmountLimits, nothing?: string) {
  return (
    z
      // No length check: refinements around it would run on the string that failed it. The pattern is bound enough.
      .union([z.number().meta({ minimum: 0 }), z.string().meta({ pattern: "^\\d{1,10}(\\.\\d{1,9})?$" })])
      .transform((value, ctx) => {
        const units = parseAmount(value);
        const isNothing = nothing !== undefined && Number(value) <= 0;
        const said = units === null ? NO_AMOUNT : amountProblem(units, limits);
        const problem = isNothing ? nothing : said;
        if (units === null || problem !== null) {
          ctx.addIssue({ code: "custom", message: problem ?? NO_AMOUNT });
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
