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

/** The first segment after `from` that is missing although a later one is there. */
export function gapAfter(from: bigint, segments: ReadonlySet<bigint>): bigint | null {
  const last = [...segments].reduce((highest, each) => (each > highest ? each : highest), from - 1n);
  for (let each = from; each <= last; each++) if (!segments.has(each)) return each;
  return null;
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
