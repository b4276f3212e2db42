/** More digits than any number on the chain has, but few enough to parse quickly. */
const INTEGER = /^-?\d{1,40}$/;

/**
 * Parses JSON without losing integer precision: integers that a number can't hold exactly become bigint. Lamports of large
 * accounts exceed 2^53.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
    const source = context?.source ?? "";
    return INTEGER.test(source) ? BigInt(source) : value;
  });
}
