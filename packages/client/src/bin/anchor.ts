import type { LogReport } from "../verify/index.ts";
import { type AnchorReport, verifyAnchor } from "../verify/index.ts";
import type { NoteSource } from "./lines.ts";

const TIMEOUT_MS = 20_000;

/** What a node says about the latest root of the log that is said to be on Solana. */
export interface CheckedAnchor extends AnchorReport {
  readonly signature: string;
  readonly size: number;
}

/**
 * Checks the latest note that has a transaction. @param rpc the URL of a Solana node
 * @returns null if no note that the log agrees with has one
 */
export async function checkAnchor(
  log: LogReport,
  notes: readonly NoteSource[],
  { rpc, wallet }: { readonly rpc: string; readonly wallet?: string | undefined },
): Promise<CheckedAnchor | null> {
  for (const compared of log.notes.toReversed()) {
    const signature = notes.find(({ text }) => text.split("\n")[1] === `${compared.size}`)?.anchor;
    if (!signature) continue;
    const report = await verifyAnchor((request) => post(rpc, request), signature, compared, wallet);
    return { signature, size: compared.size, ...report };
  }
  return null;
}

/** In words. */
export function describeAnchor(anchor: CheckedAnchor | null): string {
  if (!anchor) return "Nothing says where the log's root is written on Solana yet.";
  const { problem, signature, at, wallet } = anchor;
  if (problem !== null) return `The log's root isn't on Solana in ${signature}: ${problem}.`;
  const when = at === null ? "" : ` on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`;
  return `Written to Solana${when} by ${wallet}, in ${signature}: the same root as this log's.`;
}

async function post(rpc: string, request: object): Promise<unknown> {
  const response = await fetch(rpc, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`it answers ${response.status}`);
  return response.json();
}
