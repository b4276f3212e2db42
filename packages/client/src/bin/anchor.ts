import {
  type AnchorReport,
  type JudgedRoot,
  judgeRoots,
  type LogReport,
  readWrittenRoots,
  verifyAnchor,
  type WrittenRoot,
} from "../verify/index.ts";
import { type NoteSource, SourceError } from "./lines.ts";

const TIMEOUT_MS = 20_000;
/** Roots that are described one by one. */
const NAMED = 20;

/** What the caller chose. */
export interface Node {
  /** The URL of a Solana node. */
  readonly rpc: string;
  /** The platform's hot wallets, as far as they are known. */
  readonly wallets: readonly string[];
}

/** What a node says about the latest root of the log that is said to be on Solana. */
export interface CheckedAnchor extends AnchorReport {
  readonly signature: string;
  readonly size: number;
}

/** What hot wallets have written to Solana about the log. */
export interface Written {
  readonly wallets: readonly string[];
  readonly roots: readonly WrittenRoot[];
  /** The first day that was asked for. */
  readonly since: string | null;
  /** Whether there may be earlier ones. */
  readonly isCut: boolean;
  /** Why they couldn't be read; null if they could. */
  readonly problem: string | null;
}

export interface CheckedRoots extends Omit<Written, "roots"> {
  readonly roots: readonly JudgedRoot[];
  /** Whether they leave nothing to look into. */
  readonly ok: boolean;
}

/**
 * Checks the latest note that has a transaction.
 * @returns null if no note that the log agrees with has one
 */
export async function checkAnchor(
  log: LogReport,
  notes: readonly NoteSource[],
  { rpc, wallets }: Node,
): Promise<CheckedAnchor | null> {
  for (const compared of log.notes.toReversed()) {
    const signature = notes.find(({ text }) => text.split("\n")[1] === `${compared.size}`)?.anchor;
    if (!signature) continue;
    const report = await verifyAnchor((request) => post(rpc, request), signature, compared, wallets);
    return { signature, size: compared.size, ...report };
  }
  return null;
}

/** In words. */
export function describeAnchor(anchor: CheckedAnchor | null): string {
  if (!anchor) return "Nothing says where the log's root is written on Solana yet.";
  const { problem, signature, at, wallet } = anchor;
  if (problem !== null) return `The log's root isn't on Solana in ${signature}: ${problem}.`;
  return `Written to Solana${when(at)} by ${wallet}, in ${signature}: the same root as this log's.`;
}

/** Reads all roots that the wallets have written. Before the log: it is then the later one. */
export async function readWritten(
  { rpc, wallets }: Node,
  options: { readonly since?: string | undefined; readonly transactions?: string | undefined },
): Promise<Written> {
  const { since = null } = options;
  const start = since === null ? null : new Date(`${since}T00:00:00Z`);
  if (start && Number.isNaN(start.getTime())) throw new SourceError(`--since must be a day: ${since}`);
  const most = Number(options.transactions ?? 100_000);
  if (!Number.isSafeInteger(most) || most < 1) throw new SourceError("--transactions must be a number from 1 on");
  const roots: WrittenRoot[] = [];
  let isCut = false;
  try {
    for (const wallet of wallets) {
      const found = await readWrittenRoots((request) => post(rpc, request), wallet, { since: start, most });
      roots.push(...found.roots);
      isCut ||= found.isCut;
    }
  } catch (error) {
    return { wallets, roots: [], since, isCut, problem: error instanceof Error ? error.message : String(error) };
  }
  return { wallets, roots, since, isCut, problem: null };
}

/**
 * @param anchor the root that the platform names, which a node that lists memos has to list
 * @param isLatest whether the log was downloaded after the roots were read, so that it must have all that they cover
 */
export function checkRoots(
  written: Written,
  log: LogReport,
  anchor: CheckedAnchor | null,
  isLatest: boolean,
): CheckedRoots {
  const roots = judgeRoots(written.roots, log);
  const isFine = ({ verdict }: JudgedRoot) => verdict === "agrees" || (verdict === "beyond" && !isLatest);
  const problem = written.problem ?? unlisted(written, anchor);
  return { ...written, roots, problem, ok: problem === null && roots.every(isFine) };
}

/** Some nodes keep no memos: they would show no root, and so none that is wrong. */
function unlisted({ roots, wallets, since, isCut }: Written, anchor: CheckedAnchor | null): string | null {
  if (anchor?.problem !== null || since !== null || isCut || !wallets.includes(anchor.wallet ?? "")) return null;
  const { signature } = anchor;
  return roots.some((root) => root.signature === signature) ? null : `the node doesn't list the memo of ${signature}`;
}

/** In words. */
export function describeRoots({ wallets, roots, since, isCut, problem }: CheckedRoots, isLatest: boolean): string {
  const names = wallets.join(" and ");
  if (wallets.length === 0) return "To compare all roots on Solana with this log, name the hot wallet with --wallet.";
  const have = wallets.length === 1 ? "has" : "have";
  if (problem !== null) return `What ${names} ${have} written to Solana couldn't be read: ${problem}.`;
  const agreeing = roots.filter(({ verdict }) => verdict === "agrees");
  const others = roots.filter(({ verdict }) => verdict !== "agrees");
  const last = agreeing.at(-1);
  const which =
    others.length === 0 ? (roots.length === 1 ? "It is" : "All of them are") : `${agreeing.length} of them are`;
  const first = when(roots[0]?.at ?? null, "");
  return [
    roots.length === 0
      ? `${names} ${have} written no root of the log to Solana${since === null ? "" : ` since ${since}`}.`
      : `${names} ${have} written ${counted(roots.length, "root")} of the log to Solana since${first}. ${which} this log's${last ? `, up to entry ${last.seq}` : ""}.`,
    ...(last && others.length === 0 ? ["Nothing up to that entry was changed since."] : []),
    ...others.slice(0, NAMED).map((root) => describeOther(root, isLatest)),
    ...(others.length > NAMED ? [`${others.length - NAMED} more aren't this log's, either.`] : []),
    ...(isCut ? ["Its earlier transactions weren't looked through: --transactions says how many are."] : []),
  ].join("\n");
}

const PERHAPS = "The log was changed, or someone else has the wallet's key";

function describeOther({ signature, at, size, verdict }: JudgedRoot, isLatest: boolean): string {
  const where = `${signature}${when(at)}`;
  if (verdict === "differs")
    return `Not this log's: ${where}. At ${counted(size, "line")}, the log has another root. ${PERHAPS}.`;
  if (verdict === "unknown")
    return `Not this log's: ${where}. No checkpoint of the log ends at ${counted(size, "line")}. ${PERHAPS}.`;
  return isLatest
    ? `Not this log's: ${where}. It covers ${counted(size, "line")}, and the log has fewer. Something that was published is missing.`
    : `Later than this log: ${where}. It covers ${counted(size, "line")}.`;
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

function when(at: string | null, on = " on"): string {
  return at === null ? "" : `${on} ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`;
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
