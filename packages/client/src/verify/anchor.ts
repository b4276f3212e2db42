import { type Ask, type MemoTransaction, readMemoTransaction } from "./solana.ts";

/** What is written on Solana about a log. */
export interface AnchorReport {
  /** Why the transaction doesn't show the root; null if it does. */
  readonly problem: string | null;
  /** Who signed and paid it. */
  readonly wallet: string | null;
  /** When its block was made; null if the node doesn't know. */
  readonly at: string | null;
}

/**
 * Asks a Solana node for the transaction that is said to have written the root of a log to the chain. Never throws.
 * @param wallets one of which must have signed it; anyone, if there are none
 * @param note a size and root (base64) that were computed from the log
 */
export async function verifyAnchor(
  ask: Ask,
  signature: string,
  note: { readonly size: number; readonly root: string },
  wallets: readonly string[] = [],
): Promise<AnchorReport> {
  let transaction: MemoTransaction | null;
  try {
    transaction = await readMemoTransaction(ask, signature);
  } catch (error) {
    return { wallet: null, at: null, problem: error instanceof Error ? error.message : String(error) };
  }
  const { wallet = null, at = null } = transaction ?? {};
  return { wallet, at, problem: problemOf(transaction, signature, note, wallets) };
}

function problemOf(
  transaction: MemoTransaction | null,
  signature: string,
  { size, root }: { readonly size: number; readonly root: string },
  wallets: readonly string[],
): string | null {
  if (!transaction) return "the node doesn't know this transaction as final";
  if (transaction.signature !== signature) return "the node shows another transaction";
  if (transaction.failed) return "the transaction failed";
  if (wallets.length > 0 && !wallets.includes(transaction.wallet ?? "")) {
    return `it was signed by ${transaction.wallet}, not ${wallets.join(" or ")}`;
  }
  // What follows is the platform's own mark.
  const wanted = `bbux-log ${size} ${root}`;
  const isWritten = transaction.memos.some((memo) => memo === wanted || memo.startsWith(`${wanted} `));
  return isWritten ? null : `its memo isn't the root of ${size} leaves that the log comes to`;
}
