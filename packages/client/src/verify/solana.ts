/** Sends a JSON-RPC request to a node that the caller trusts, and returns its answer. */
export type Ask = (request: object) => Promise<unknown>;

/** What a final transaction says about itself. */
export interface MemoTransaction {
  /** Its first signature; null if the node shows none. */
  readonly signature: string | null;
  /** Who signed first, and paid for it. */
  readonly wallet: string | null;
  /** When its block was made; null if the node doesn't know. */
  readonly at: string | null;
  readonly failed: boolean;
  readonly memos: readonly string[];
}

const MEMO_PROGRAMS = ["MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr", "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo"];
const DIGITS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** @returns the result; undefined if the node doesn't say one. @throws Error when it doesn't answer */
export async function call(ask: Ask, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return at(await ask({ jsonrpc: "2.0", id: 1, method, params }), "result");
  } catch (error) {
    throw new Error(`the node doesn't answer: ${error instanceof Error ? error.message : error}`);
  }
}

/** @returns null if the node doesn't know this transaction as final. @throws Error when it doesn't answer */
export async function readMemoTransaction(ask: Ask, signature: string): Promise<MemoTransaction | null> {
  const options = { encoding: "json", commitment: "finalized", maxSupportedTransactionVersion: 0 };
  const result = await call(ask, "getTransaction", [signature, options]);
  if (typeof result !== "object" || result === null) return null;
  const transaction = at(result, "transaction");
  const message = at(transaction, "message");
  const keys = textsOf(at(message, "accountKeys"));
  const memos = listOf(at(message, "instructions")).flatMap((instruction) => {
    const program = keys[Number(at(instruction, "programIdIndex"))] ?? "";
    const data = at(instruction, "data");
    return MEMO_PROGRAMS.includes(program) && typeof data === "string" ? [textOf(data)] : [];
  });
  return {
    signature: textsOf(at(transaction, "signatures"))[0] ?? null,
    wallet: keys[0] ?? null,
    at: timeOf(at(result, "blockTime")),
    failed: at(at(result, "meta"), "err") !== null,
    memos,
  };
}

/** @param seconds since 1970. @returns ISO 8601; null for anything else */
export function timeOf(seconds: unknown): string | null {
  return typeof seconds === "number" && Math.abs(seconds) < 1e11 ? new Date(seconds * 1_000).toISOString() : null;
}

export function at(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textsOf(value: unknown): string[] {
  return listOf(value).filter((each) => typeof each === "string");
}

/** Decodes base58 of ASCII; empty for anything that isn't. */
function textOf(base58: string): string {
  // Takes quadratic time; a memo of ours has about 100 bytes.
  if (base58.length > 400) return "";
  let number = 0n;
  for (const digit of base58) {
    const value = DIGITS.indexOf(digit);
    if (value < 0) return "";
    number = number * 58n + BigInt(value);
  }
  let text = "";
  for (; number > 0n; number >>= 8n) text = String.fromCharCode(Number(number & 255n)) + text;
  return text;
}
