/** JSON whose whole numbers stay exact beyond 2^53, as a Solana node writes and reads its u64. */

/** Writes JSON; a bigint becomes a plain whole number of any length. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, exact);
}

/**
 * Reads JSON; a whole number that a double cannot hold becomes a bigint, all others stay numbers.
 * @throws SyntaxError for what is no JSON
 */
export function readJson(text: string): unknown {
  return /\d{16}/.test(text) ? parse(text, revive) : JSON.parse(text);
}

/** JSON.parse gives the source of a primitive as the third argument, which TypeScript's library does not know yet. */
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
