/** What is written on Solana about a log. */
export interface AnchorReport {
  /** Why the transaction doesn't show the root; null if it does. */
  readonly problem: string | null;
  /** Who signed and paid it. */
  readonly wallet: string | null;
  /** When its block was made; null if the node doesn't know. */
  readonly at: string | null;
}

const MEMO_PROGRAMS = ["MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr", "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo"];
const DIGITS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/**
 * Asks a Solana node for the transaction that is said to have written the root of a log to the chain. Never throws.
 * @param ask sends a JSON-RPC request to a node that the caller trusts, and returns its answer
 * @param wallet who must have signed it; anyone, if unset
 * @param note a size and root (base64) that were computed from the log
 */
export async function verifyAnchor(
  ask: (request: object) => Promise<unknown>,
  signature: string,
  note: { readonly size: number; readonly root: string },
  wallet?: string,
): Promise<AnchorReport> {
  const bad = (problem: string, known: Partial<AnchorReport> = {}) => ({ wallet: null, at: null, ...known, problem });
  let answer: unknown;
  try {
    const options = { encoding: "json", commitment: "finalized", maxSupportedTransactionVersion: 0 };
    answer = await ask({ jsonrpc: "2.0", id: 1, method: "getTransaction", params: [signature, options] });
  } catch (error) {
    return bad(`the node doesn't answer: ${error instanceof Error ? error.message : error}`);
  }
  const result = at(answer, "result");
  if (typeof result !== "object" || result === null) return bad("the node doesn't know this transaction as final");
  const transaction = at(result, "transaction");
  const message = at(transaction, "message");
  const keys = textsOf(at(message, "accountKeys"));
  const time = at(result, "blockTime");
  const known = {
    wallet: keys[0] ?? null,
    at: typeof time === "number" ? new Date(time * 1_000).toISOString() : null,
  };
  if (textsOf(at(transaction, "signatures"))[0] !== signature) return bad("the node shows another transaction", known);
  if (at(at(result, "meta"), "err") !== null) return bad("the transaction failed", known);
  if (wallet !== undefined && known.wallet !== wallet)
    return bad(`it was signed by ${known.wallet}, not ${wallet}`, known);
  const instructions = at(message, "instructions");
  const memos = (Array.isArray(instructions) ? instructions : []).flatMap((instruction) => {
    const program = keys[Number(at(instruction, "programIdIndex"))] ?? "";
    const data = at(instruction, "data");
    return MEMO_PROGRAMS.includes(program) && typeof data === "string" ? [textOf(data)] : [];
  });
  // What follows is the platform's own mark.
  const wanted = `bbux-log ${note.size} ${note.root}`;
  if (!memos.some((memo) => memo === wanted || memo.startsWith(`${wanted} `))) {
    return bad(`its memo isn't the root of ${note.size} leaves that the log comes to`, known);
  }
  return { ...known, problem: null };
}

function at(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
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
