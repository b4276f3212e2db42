import type { ChainTransaction, SignatureStatus } from "@bbux/chain";
import { formatAmount } from "@bbux/contract";
import { type Database, pagesById } from "@bbux/db";
import { asOneHotWallet, versionOf, type WalletKeys } from "../wallet-keys/index.ts";
import type { Findings, Problem } from "./findings.ts";
import type { Asked } from "./patient.ts";
import { type BookedTransaction, bookedFundings, bookedTransactions, latestFrom } from "./signatures.sql.ts";

/** Signatures per call to the chain. */
const BATCH_SIZE = 256;

export interface SignatureNeeds {
  readonly db: Database;
  readonly chain: Asked;
  readonly keys: WalletKeys;
  readonly findings: Findings;
  /** How many of the latest are read in full, one call each; null reads all. */
  readonly latest: number | null;
  readonly pause: () => Promise<void>;
}

/**
 * Verifies that every booked transaction is on the chain as booked: arrivals and payments final, failures failed, and
 * given-up ones absent. The latest, or all, are read in full, and each must have moved exactly what was posted.
 * @returns how many there were, and how many were read in full
 */
export async function auditSignatures(needs: SignatureNeeds): Promise<{ known: number; inFull: number }> {
  const from = needs.latest === null ? 0n : await latestFrom(needs.db, needs.latest);
  const fundings = await bookedFundings(needs.db, needs.keys.hot[0].address);
  let known = fundings.length;
  let inFull = await checkPage(needs, fundings, 0n);
  for await (const page of pagesById((after) => bookedTransactions(needs.db, after, BATCH_SIZE))) {
    known += page.length;
    inFull += await checkPage(needs, page, from);
  }
  return { known, inFull };
}

/** @returns how many were read in full */
async function checkPage(
  { chain, findings, keys, pause }: SignatureNeeds,
  page: readonly BookedTransaction[],
  from: bigint,
): Promise<number> {
  const wrong = async (some: readonly BookedTransaction[]) => {
    const statuses = await chain.statuses(some.map(({ signature }) => signature));
    return some.flatMap((booked, index) => {
      const problem = statusProblem(booked, statuses[index] ?? null);
      return problem ? [{ booked, problem }] : [];
    });
  };
  let odd = await wrong(page);
  if (odd.length > 0) {
    // A node may lag behind the one that was used when it was booked.
    await pause();
    odd = await wrong(odd.map(({ booked }) => booked));
  }
  for (const { problem } of odd) findings.add(problem);
  const known = new Set(odd.map(({ booked }) => booked.signature));
  const toRead = page.filter(({ id, signature }) => BigInt(id) >= from && !known.has(signature));
  for (const booked of toRead) {
    let problem = contentProblem(booked, await chain.transaction(booked.signature), keys);
    if (!problem) continue;
    await pause();
    problem = contentProblem(booked, await chain.transaction(booked.signature), keys);
    if (problem) findings.add(problem);
  }
  return toRead.length;
}

function statusProblem({ what, id, signature, state }: BookedTransaction, status: SignatureStatus | null) {
  const subject = signature;
  if (state === "EXPIRED") {
    if (!status) return null;
    return problem("GIVEN_UP_LANDED", subject, `${what}, attempt ${id}: ${status.failed ? "failed" : "landed"}`);
  }
  if (status?.level !== "finalized") {
    return problem(
      "NOT_ON_CHAIN",
      subject,
      `${what} ${id} is ${state} in the books, ${status?.level ?? "unknown"} there`,
    );
  }
  // A cold wallet pays the network's fee for what failed, too.
  if (status.failed === (state === "FAILED") || what === "return") return null;
  const there = status.failed ? "failed" : "succeeded";
  return problem("NOT_ON_CHAIN", subject, `${what} ${id} is ${state} in the books and has ${there}`);
}

/** Compares what a transaction did with what was posted for it, as if all hot wallets were one. */
function contentProblem(booked: BookedTransaction, shown: ChainTransaction | null, keys: WalletKeys): Problem | null {
  const hotWallet = keys.hot[0].address;
  const found = shown && asOneHotWallet(keys, shown);
  const { what, id, signature, state, address, amount, left } = booked;
  if (state === "EXPIRED") {
    return found && problem("GIVEN_UP_LANDED", signature, `${what}, attempt ${id}: the node has the transaction`);
  }
  if (!found) return problem("NOT_ON_CHAIN", signature, `${what} ${id}: the node has no such transaction`);
  const wanted = new Map<string, bigint>();
  const want = (address: string, change: bigint) => {
    const who = versionOf(keys, "hot", address) === null ? address : hotWallet;
    wanted.set(who, (wanted.get(who) ?? 0n) + change);
  };
  if (what === "withdrawal" || what === "sweep" || what === "cold") {
    const moved = state === "FINALIZED" ? amount : 0n;
    // The amount that left according to the ledger, including the network fee and, for a withdrawal, the payout.
    const toHot = what === "sweep" ? moved : what === "cold" ? -moved : 0n;
    want(hotWallet, toHot - (left ?? 0n));
    want(address, what === "sweep" ? -moved : moved);
    const fee = (left ?? 0n) - (what === "withdrawal" ? moved : 0n);
    if (found.fee !== fee) {
      return problem("MOVED_OTHERWISE", signature, `${what}, attempt ${id}: fee ${found.fee}, posted ${fee} lamports`);
    }
  } else if (what === "nonce") want(hotWallet, -(left ?? 0n));
  else want(address, amount);
  for (const [who, change] of wanted) {
    const there = found.changes.get(who) ?? 0n;
    if (there === change) continue;
    const detail = `${what} ${id}: ${who} ${formatAmount(there)} on the chain, ${formatAmount(change)} in the books`;
    return problem("MOVED_OTHERWISE", signature, detail);
  }
  return null;
}

function problem(finding: Problem["finding"], subject: string, detail: string): Problem {
  return { finding, subject, detail };
}
