import { BackupError } from "../error.ts";

/** Bytes of a segment of write-ahead log, as initdb makes them. */
const SEGMENT_BYTES = 16n * 1024n * 1024n;
const PER_LOG = 0x1_0000_0000n / SEGMENT_BYTES;

/** A file of PostgreSQL's log: a segment, or the history of a timeline. */
export interface WalFile {
  readonly timeline: number;
  /** Null for a history. */
  readonly segment: bigint | null;
}

/** Reads the name that PostgreSQL gives a file; null for anything else, such as the label of a backup. */
export function parseWalName(name: string): WalFile | null {
  const history = /^([0-9A-F]{8})\.history$/.exec(name);
  if (history) return { timeline: Number.parseInt(history[1] ?? "", 16), segment: null };
  const [, timeline = "", log = "", segment = ""] = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/.exec(name) ?? [];
  if (timeline === "") return null;
  return { timeline: Number.parseInt(timeline, 16), segment: BigInt(`0x${log}`) * PER_LOG + BigInt(`0x${segment}`) };
}

/** The number of the segment that contains a position such as `0/5000028`. */
export const segmentOf = (lsn: string): bigint => positionOf(lsn) / SEGMENT_BYTES;

function positionOf(lsn: string): bigint {
  const [high = "0", low = "0"] = lsn.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Segments of one timeline. */
interface Stretch {
  readonly timeline: number;
  readonly from: bigint;
  /** Null for the timeline that goes on. */
  readonly to: bigint | null;
}

/** Where an archive has to go on: a backup, or what a cluster has shipped last. */
export interface Start {
  readonly timeline: number;
  /** The first segment that is needed. */
  readonly segment: bigint;
  /** The position, such as `0/5000028`, up to which the log has to be that of `timeline`. */
  readonly end: string;
}

/** Why an archive can't be replayed from a start to its newest state. */
export type Gap =
  | { readonly kind: "missing"; readonly segment: bigint }
  /** The newest timeline isn't one that this start can get to: it left the common history before it. */
  | { readonly kind: "branched"; readonly timeline: number };

/**
 * Returns what keeps an archive from being replayed from `start` to its newest timeline, or null.
 * @param histories of timelines, as PostgreSQL writes them: a line `timeline<tab>position<tab>reason` for each ancestor
 */
export function findGap(start: Start, files: readonly WalFile[], histories: ReadonlyMap<number, string>): Gap | null {
  const newest = files.reduce((highest, { timeline }) => Math.max(highest, timeline), start.timeline);
  const ancestors = ancestorsIn(histories.get(newest) ?? "");
  const left = ancestors.find(({ timeline }) => timeline === start.timeline);
  const isKnown = newest !== start.timeline && ancestors.length > 0;
  if (isKnown && (left === undefined || positionOf(left.lsn) < positionOf(start.end)))
    return { kind: "branched", timeline: newest };
  for (const { timeline, from, to } of stretches(start, newest, ancestors)) {
    const there = new Set(files.flatMap((file) => (file.timeline === timeline ? (file.segment ?? []) : [])));
    const end = to ?? [...there].reduce((highest, each) => (each > highest ? each : highest), from - 1n);
    for (let each = from; each <= end; each++) if (!there.has(each)) return { kind: "missing", segment: each };
  }
  return null;
}

interface Ancestor {
  readonly timeline: number;
  /** Where it was left for the next one. */
  readonly lsn: string;
}

function ancestorsIn(history: string): Ancestor[] {
  return history.split("\n").flatMap((line) => {
    const [, timeline, lsn] = /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/.exec(line) ?? [];
    return lsn === undefined ? [] : { timeline: Number(timeline), lsn };
  });
}

function stretches({ timeline: first, segment }: Start, newest: number, ancestors: readonly Ancestor[]): Stretch[] {
  const found: Stretch[] = [];
  let from = segment;
  for (const { timeline, lsn } of ancestors) {
    if (timeline < first) continue;
    // The next timeline begins with a copy of the segment in which this one ends.
    found.push({ timeline, from, to: segmentOf(lsn) - 1n });
    from = segmentOf(lsn);
  }
  return [...found, { timeline: newest, from, to: null }];
}

/** `wal/<system>/<name>-<sha256>` of its content, so that two different ones of one name can't be mistaken for each other. */
export function parseWalStream(stream: string): {
  readonly system: string;
  readonly name: string;
  readonly sha256: string;
} {
  const [, system = "", name = "", sha256 = ""] = /^wal\/(\d+)\/([^/]+)-([0-9a-f]{64})$/.exec(stream) ?? [];
  if (name === "") throw new BackupError(`${stream} doesn't belong into a backup.`);
  return { system, name, sha256 };
}
