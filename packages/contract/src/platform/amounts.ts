import { z } from "zod";
import { type AmountLimits, amountProblem, parseAmount, UNIT } from "./money.ts";

const NO_AMOUNT = "Amount must be a decimal number with at most 9 decimals";

/**
 * Accepts an amount: a JSON number or a decimal string with at most 9 decimals, in BBUX; parsed to base units. Anything
 * else is a validation error that names the field (docs/DECISIONS.md 1.1).
 * @param nothing the sentence for 0 and negative amounts, if there is a special one
 */
export function amountInput(limits: AmountLimits, nothing?: string) {
  return (
    z
      // No length check, because refinements would still run on a string that failed it. The pattern limits it enough.
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

/** The highest fee that the caller accepts, with a call that takes one. Compared with the fee in force. */
export const maxFeeInput = amountInput({ min: 0n, max: 9_999_999_999n * UNIT })
  .optional()
  .meta({
    description:
      "The highest fee that may be taken, such as the one that was shown. A higher one is refused with `PRICE_CHANGED`, and nothing is taken. Without it, the fee in force is taken",
    example: "0.15",
  });

/** An amount in a response where a number is documented (`reward`, `bountyAmount`, `virtualBalance`). */
export const amountAsNumber = z.number().meta({ description: "BBUX", example: 2.5 });
/** An amount in any other response: a decimal string. */
export const amountAsString = z.string().meta({ description: "BBUX, decimal string", example: "2.5" });
