/** As many digits as any number of the chain could have, and few enough to be read at once. */
const INTEGER = /^-?\d{1,40}$/;

/**
 * JSON whose integers stay what they were: those that a number cannot hold exactly come as bigint. Lamports of large
 * accounts lie beyond 2^53.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
    const source = context?.source ?? "";
    return INTEGER.test(source) ? BigInt(source) : value;
  });
}
