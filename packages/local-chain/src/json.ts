/** JSON that keeps integers beyond 2^53 exact, the way a Solana node reads and writes its u64 values. */

/** Writes JSON; a bigint becomes a plain integer of any length. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, exact);
}

/**
 * Reads JSON; an integer too large for a double becomes a bigint, and all other numbers stay numbers.
 * @throws SyntaxError if the text isn't JSON
 */
export function readJson(text: string): unknown {
  return /\d{16}/.test(text) ? parse(text, revive) : JSON.parse(text);
}

/** JSON.parse passes the source text of a primitive as the third argument, which TypeScript's library doesn't know yet. */
type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;
const parse: (text: string, reviver: Reviver) => unknown = JSON.parse;

const raw = "rawJSON" in JSON && typeof JSON.rawJSON === "function" ? JSON.rawJSON : undefined;

function exact(_key: string, value: unknown): unknown {
  if (typeof value !== "bigint") return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : raw?.call(JSON, String(value));
}

function revive(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  return context?.source && /^-?\d+$/.test(context.source) ? BigInt(context.source) : value;
}
