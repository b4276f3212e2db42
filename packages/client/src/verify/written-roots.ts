import type { LogReport } from "./log.ts";
import { type Ask, at, call, listOf, readMemoTransaction, timeOf } from "./solana.ts";

/** A root of the log that a wallet has written to Solana. */
export interface WrittenRoot {
  readonly signature: string;
  /** Who signed and paid it. */
  readonly wallet: string;
  /** When its block was made; null if the node doesn't know. */
  readonly at: string | null;
  /** Lines of the log, headers left out. */
  readonly size: number;
  /** Base64. */
  readonly root: string;
}

/** What a node shows of a wallet's history. */
export interface WrittenRoots {
  /** Oldest first. */
  readonly roots: readonly WrittenRoot[];
  /** Whether the history goes on before what was looked through. */
  readonly isCut: boolean;
}

export interface WrittenRootsOptions {
  /** Only what was written since. */
  readonly since?: Date | null | undefined;
  /** How many of the wallet's transactions are looked through, newest first. */
  readonly most?: number | undefined;
}

/**
 * `agrees`: the log had this root at a checkpoint. `differs`: it had another one there. `unknown`: no checkpoint of the log has so
 * many lines before it. `beyond`: the log is shorter.
 */
export type RootVerdict = "agrees" | "differs" | "unknown" | "beyond";

export interface JudgedRoot extends WrittenRoot {
  readonly verdict: RootVerdict;
  /** The last entry that it covers; null if it doesn't agree. */
  readonly seq: number | null;
}

/** The most that a node lists at a time. */
const PAGE = 1_000;
const MOST = 100_000;
/** Transactions that are read in full: anyone can name the wallet in any number that look like it. */
const MOST_READ = 5_000;
/** The last word is a mark that only the platform can check. */
const MEMO = /^bbux-log ([1-9]\d{0,14}) ([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=) bbux:[\w-]{24}$/;

/**
 * Reads from a Solana node which roots of the log a wallet has written: final transactions that it has signed first, with a memo of
 * this form. What others have written counts for nothing.
 * @throws Error when the node doesn't answer, or doesn't show what it lists
 */
export async function readWrittenRoots(
  ask: Ask,
  wallet: string,
  { since = null, most = MOST }: WrittenRootsOptions = {},
): Promise<WrittenRoots> {
  const roots: WrittenRoot[] = [];
  const end = (isCut: boolean): WrittenRoots => ({ roots: roots.toReversed(), isCut });
  let [looked, read] = [0, 0];
  for (let before: string | undefined; ; ) {
    const limit = Math.min(PAGE, most - looked);
    // The next page may be empty.
    const options = { limit: Math.max(1, limit), commitment: "finalized", ...(before !== undefined && { before }) };
    const page = await call(ask, "getSignaturesForAddress", [wallet, options]);
    if (!Array.isArray(page)) throw new Error("the node's answer can't be read");
    if (page.length === 0) return end(false);
    if (limit <= 0) return end(true);
    for (const listed of listOf(page)) {
      const signature = at(listed, "signature");
      if (typeof signature !== "string") throw new Error("the node's answer can't be read");
      const time = timeOf(at(listed, "blockTime"));
      if (since && time !== null && new Date(time) < since) return end(false);
      before = signature;
      looked++;
      if (!String(at(listed, "memo") ?? "").includes("bbux-log ")) continue;
      if (read++ === MOST_READ) return end(true);
      roots.push(...(await rootsIn(ask, signature, wallet)));
    }
  }
}

async function rootsIn(ask: Ask, signature: string, wallet: string): Promise<WrittenRoot[]> {
  const transaction = await readMemoTransaction(ask, signature);
  if (transaction?.signature !== signature) throw new Error(`the node lists ${signature}, and doesn't show it`);
  if (transaction.failed || transaction.wallet !== wallet) return [];
  return transaction.memos.flatMap((memo) => {
    const [, size, root] = MEMO.exec(memo) ?? [];
    return root === undefined ? [] : [{ signature, wallet, at: transaction.at, size: Number(size), root }];
  });
}

/** Compares roots with those of the log, which was asked for them (`rootsAt`). */
export function judgeRoots(written: readonly WrittenRoot[], log: Pick<LogReport, "roots">): JudgedRoot[] {
  const bySize = new Map(log.roots.map((root) => [root.size, root]));
  return written.map((root) => {
    const own = bySize.get(root.size);
    if (!own) return { ...root, verdict: "beyond", seq: null };
    if (!own.isCheckpoint) return { ...root, verdict: "unknown", seq: null };
    return own.root === root.root
      ? { ...root, verdict: "agrees", seq: own.seq }
      : { ...root, verdict: "differs", seq: null };
  });
}
