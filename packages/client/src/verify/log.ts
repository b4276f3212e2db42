import { Chain, type Found, type Header, type ProblemCode, readHeader } from "./chain.ts";
import { type Checkpoint, readCheckpoint } from "./checkpoint.ts";
import { sha256 } from "./crypto.ts";
import { entryText, readEntry } from "./entry.ts";
import type { PublishedKey } from "./keys.ts";
import type { ComparedNote, CosignedNote, NoteOptions, RootAt } from "./notes.ts";
import type { OpenObligations } from "./obligations.ts";
import type { Fees } from "./rules.ts";

/** The first problem found. */
export interface Problem {
  readonly code: ProblemCode;
  /** From 1, in the order read; 0 if it isn't in a line. */
  readonly line: number;
  /** Of the bad entry, or the last entry before a bad checkpoint; null if there is no entry. */
  readonly seq: number | null;
  readonly message: string;
}

/** What was right, up to the end or the first problem. */
export interface LogReport {
  readonly problem: Problem | null;
  readonly entries: number;
  readonly head: { readonly seq: number; readonly hash: string };
  /** By kind of account, in base units; they sum to zero. */
  readonly totals: Readonly<Record<string, bigint>>;
  /** The fees in force at the end. */
  readonly fees: Fees;
  /** Bounties and withdrawals that have begun and not ended. */
  readonly open: OpenObligations;
  readonly checkpoints: number;
  /** The latest one checked. */
  readonly checkpoint: Checkpoint | null;
  /** The given notes that the log agrees with, the smallest first. */
  readonly notes: readonly ComparedNote[];
  /** The latest of the given notes that the log agrees with and enough of the given witnesses have cosigned. */
  readonly note: CosignedNote | null;
  /** Those that were asked for and that the log has, the smallest first. */
  readonly roots: readonly RootAt[];
  /** The key that signs checkpoints now, in base64; compare it with the one the platform published earlier. */
  readonly publicKey: string | null;
  /** All keys that have signed checkpoints, by version. Each has endorsed the next, so one that you have kept is enough. */
  readonly keys: readonly PublishedKey[];
  /** False if the browser lacks Ed25519. */
  readonly signaturesChecked: boolean;
}

export interface LogOptions extends NoteOptions {
  /** A public key of the platform in base64, whichever of its keys; if unset, those that the log names are believed. */
  readonly key?: string | undefined;
  /** Given checkpoints that the log must agree with, in the API's format. */
  readonly checkpoints?: readonly unknown[];
  /** A file has a header that says how far it goes. Pages of the API have none. */
  readonly header?: "required" | "optional";
  /** Called from time to time with the number of valid entries so far. */
  readonly onProgress?: (entries: number) => void;
}

/** Lines whose hashes are computed in parallel. */
const BATCH_SIZE = 512;

/**
 * Verifies a log: its hash chain; that each entry's changes sum to zero and are such as its type may make; that fees are those
 * in force and taken as named; that each bounty and withdrawal ends once and in its amount; that ids are unique and no time is long before an earlier one; that no kind of account except `external` was ever
 * negative; and that totals, hashes, and signatures of checkpoints match. Streams in bounded memory and uses only the Web Crypto
 * API, so it works the same in browsers and Node.
 * @param lines of the file, as text or parsed; entries and checkpoints in order
 */
export async function verifyLog(
  lines: AsyncIterable<unknown> | Iterable<unknown>,
  options: LogOptions = {},
): Promise<LogReport> {
  const chain = new Chain(options);
  let problem = problemOf(await chain.begin(), 0);
  let batch: unknown[] = [];
  let before = 0;
  if (!problem) {
    for await (const line of lines) {
      batch.push(line);
      if (batch.length < BATCH_SIZE) continue;
      problem = await takeAll(chain, batch, before);
      before += batch.length;
      batch = [];
      options.onProgress?.(chain.seq);
      if (problem) break;
    }
  }
  problem ??= await takeAll(chain, batch, before);
  problem ??= problemOf(chain.end() ?? (await chain.endNotes()), 0);
  return {
    problem,
    entries: chain.entries,
    head: { seq: chain.seq, hash: chain.hash },
    totals: Object.fromEntries(chain.totals()),
    fees: chain.rates.inForce,
    open: chain.obligations.open,
    checkpoints: chain.checkpoints,
    checkpoint: chain.latest,
    publicKey: chain.ring.current,
    keys: chain.ring.keys,
    notes: chain.notes.compared,
    note: chain.notes.latest,
    roots: chain.notes.roots,
    signaturesChecked: chain.signaturesChecked && chain.notes.signaturesChecked,
  };
}

interface Read {
  readonly value: object | string;
  /** The expected hash of an entry. */
  readonly hash: string | null;
}

async function takeAll(chain: Chain, batch: readonly unknown[], before: number): Promise<Problem | null> {
  const read = await Promise.all(batch.map(readLine));
  for (const [nth, { value, hash }] of read.entries()) {
    const problem = problemOf((await takeOne(chain, value, hash)) ?? (await chain.compareNotes()), before + nth + 1);
    if (problem) return problem;
  }
  return null;
}

async function readLine(line: unknown): Promise<Read> {
  const value = typeof line === "string" ? parsed(line) : line;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { value: "it is no JSON object", hash: null };
  }
  if ("format" in value || "body" in value) return { value, hash: null };
  const entry = readEntry(value);
  return { value, hash: typeof entry === "string" ? null : await sha256(entryText(entry)) };
}

async function takeOne(chain: Chain, value: object | string, hash: string | null): Promise<Found | null> {
  const unreadable = (what: string): Found => ({ code: "unreadable", seq: null, what });
  if (typeof value === "string") return unreadable(value);
  if ("format" in value) {
    const header: Header | string = readHeader(value);
    return typeof header === "string" ? unreadable(header) : chain.header(header);
  }
  if ("body" in value) {
    const checkpoint = readCheckpoint(value);
    if (typeof checkpoint === "string") return { code: "checkpoint", seq: chain.seq, what: checkpoint };
    return chain.checkpoint(checkpoint);
  }
  const entry = readEntry(value);
  if (typeof entry === "string") return { ...unreadable(entry), seq: seqOf(value) };
  return chain.entry(entry, hash ?? "");
}

function seqOf(value: object): number | null {
  return "seq" in value && typeof value.seq === "number" ? value.seq : null;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function problemOf(found: Found | null, line: number): Problem | null {
  if (!found) return null;
  const { code, seq, what } = found;
  const where = code === "checkpoint" ? `The checkpoint behind entry ${seq}` : seq === null ? "" : `Entry ${seq}`;
  const message = where ? `${where}: ${what}` : `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  return { code, seq, message, line };
}
