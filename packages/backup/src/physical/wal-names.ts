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
export function segmentOf(lsn: string): bigint {
  const [high = "0", low = "0"] = lsn.split("/");
  return ((BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)) / SEGMENT_BYTES;
}

/** Segments of one timeline. */
interface Stretch {
  readonly timeline: number;
  readonly from: bigint;
  /** Null for the timeline that goes on. */
  readonly to: bigint | null;
}

/**
 * Returns the first segment that an archive lacks on the way from `start` to its newest timeline, or null.
 * @param histories of timelines, as PostgreSQL writes them: a line `timeline<tab>position<tab>reason` for each ancestor
 */
export function missingSegment(
  start: { readonly timeline: number; readonly segment: bigint },
  files: readonly WalFile[],
  histories: ReadonlyMap<number, string>,
): bigint | null {
  const newest = files.reduce((highest, { timeline }) => Math.max(highest, timeline), start.timeline);
  for (const { timeline, from, to } of stretches(start, newest, histories.get(newest) ?? "")) {
    const there = new Set(files.flatMap((file) => (file.timeline === timeline ? (file.segment ?? []) : [])));
    const end = to ?? [...there].reduce((highest, each) => (each > highest ? each : highest), from - 1n);
    for (let each = from; each <= end; each++) if (!there.has(each)) return each;
  }
  return null;
}

function stretches(
  { timeline: first, segment }: { readonly timeline: number; readonly segment: bigint },
  newest: number,
  history: string,
): Stretch[] {
  const found: Stretch[] = [];
  let from = segment;
  for (const line of history.split("\n")) {
    const [, timeline, lsn] = /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/.exec(line) ?? [];
    if (lsn === undefined || Number(timeline) < first) continue;
    // The next timeline begins with a copy of the segment in which this one ends.
    found.push({ timeline: Number(timeline), from, to: segmentOf(lsn) - 1n });
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
