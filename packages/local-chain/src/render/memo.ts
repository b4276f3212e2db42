import type { VersionedMessage } from "@solana/web3.js";

export const MEMO_PROGRAMS: ReadonlySet<string> = new Set([
  "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo",
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
]);

/** A transaction's memos in the format of `getSignaturesForAddress`: "[5] hello; [2] hi". */
export function memoOf(message: VersionedMessage): string | null {
  const memos = message.compiledInstructions.flatMap(({ programIdIndex, data }) => {
    const program = message.staticAccountKeys[programIdIndex];
    return program && MEMO_PROGRAMS.has(program.toBase58())
      ? [`[${data.length}] ${Buffer.from(data).toString("utf8")}`]
      : [];
  });
  return memos.length > 0 ? memos.join("; ") : null;
}
