import { closeSync, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { syncFolder } from "./private-folder.ts";
import { decodeLine, encodeLine, firstHash, type RecordEntry, type RecordLine } from "./record-line.ts";

/** Bytes per read while a record is verified. */
const CHUNK_BYTES = 1 << 20;
const LINE_FEED = 10;

/** The record can't be used; the message is for the operator. */
export class RecordError extends Error {
  override readonly name = "RecordError";
}

export const recordPath = (dir: string) => join(dir, "record");

/** What the record adds to an entry. */
interface Place {
  readonly position: number;
  readonly at: string;
}

/** What the signer has signed and decided, in the order in which it did. Every line is on disk before anyone hears of it. */
export interface SigningRecord {
  /** Of the last line; 0 for an empty record. */
  readonly length: number;
  /** When the last line was written; null for an empty record. */
  readonly lastAt: Date | null;
  /**
   * Adds a line and returns once it is on disk. Its time is never before that of the line before, however the clock was set.
   * @throws RecordError when it can't be written; nothing can be added then until the record is opened again
   */
  append<Entry extends RecordEntry>(entry: Entry, now: Date): Entry & Place;
  /** Like {@link append}, but the line is on disk only once {@link synced} resolves: until then nobody may hear of it. */
  write<Entry extends RecordEntry>(entry: Entry, now: Date): Entry & Place;
  /** Resolves when all lines are on disk. Those who wait at the same time share one sync. @throws RecordError as {@link append} */
  synced(): Promise<void>;
  /** Returns a line by its position. @throws RecordError */
  at(position: number): RecordLine;
  /** At most `limit` lines after a position. */
  after(position: number, limit: number): readonly RecordLine[];
  close(): void;
}

/**
 * Opens the record of a signer's directory and verifies all of it. A last line that a crash has cut short was never answered for, and
 * is removed. The caller holds the directory's lock.
 * @param address of the wallet whose record it is
 * @param onLine called with each line, oldest first, also with those that are added later
 * @throws RecordError with a sentence for the operator if any line was changed or removed, or the record is another wallet's
 */
export function openRecord(dir: string, address: string, onLine: (line: RecordLine) => void): SigningRecord {
  const path = recordPath(dir);
  const isNew = !existsSync(path);
  const fd = openSync(path, "a+", 0o600);
  if (isNew) syncFolder(dir);
  /** Where each line begins, and at last where the next will. */
  const starts: number[] = [0];
  let hash = firstHash(address);
  let lastAt: Date | null = null;
  let isBroken = false;
  /** Lines that are written and may not be on disk. */
  let isAhead = false;
  let syncing: Promise<void> | null = null;

  const take = (line: RecordLine, bytes: number, its: string) => {
    starts.push((starts.at(-1) ?? 0) + bytes);
    hash = its;
    lastAt = new Date(line.at);
    onLine(line);
  };

  const verify = (text: string, isLast: boolean) => {
    const position = starts.length;
    const found = decodeLine(text);
    // A power failure can leave a hole in the line that was being written.
    if (!found && isLast && text.includes("\0")) return;
    if (!found) throw new RecordError(`Line ${position} of ${path} was changed. ${WHAT_NOW}`);
    if (found.before !== hash || found.line.position !== position) {
      const why =
        position === 1 ? "it begins with another wallet's, or its beginning is missing" : "lines before it are missing";
      throw new RecordError(`Line ${position} of ${path} doesn't follow the one before: ${why}. ${WHAT_NOW}`);
    }
    take(found.line, Buffer.byteLength(text) + 1, found.hash);
  };

  const read = (position: number): RecordLine => {
    const [from, to] = [starts[position - 1], starts[position]];
    if (from === undefined || to === undefined) throw new RecordError(`The record has no line ${position}`);
    const bytes = Buffer.alloc(to - from - 1);
    readSync(fd, bytes, 0, bytes.byteLength, from);
    const found = decodeLine(bytes.toString());
    if (!found) throw new RecordError(`Line ${position} of ${path} was changed. ${WHAT_NOW}`);
    return found.line;
  };

  function write<Entry extends RecordEntry>(entry: Entry, now: Date): Entry & Place {
    const at = lastAt !== null && lastAt > now ? lastAt : now;
    const placed = { ...entry, position: starts.length, at: at.toISOString() };
    // Any entry becomes a line by its place.
    const line = placed as RecordEntry & Place as RecordLine;
    const encoded = encodeLine(line, hash);
    attempt(() => {
      if (writeSync(fd, encoded.bytes) !== encoded.bytes.byteLength) throw new Error("The disk is full");
    });
    isAhead = true;
    take(line, encoded.bytes.byteLength, encoded.hash);
    return placed;
  }

  function sync(): void {
    attempt(() => {
      if (isAhead) fsyncSync(fd);
    });
    isAhead = false;
  }

  /** After a failure it is unknown what is on disk, so it has to be read again before anything follows. */
  function attempt(work: () => void): void {
    if (isBroken) throw new RecordError(`${path} can't be written`);
    try {
      work();
    } catch (error) {
      isBroken = true;
      throw new RecordError(`${path} can't be written`, { cause: error });
    }
  }

  try {
    for (const { text, isLast } of linesOf(fd)) verify(text, isLast);
    if (fstatSync(fd).size !== starts.at(-1)) {
      ftruncateSync(fd, starts.at(-1));
      fsyncSync(fd);
    }
  } catch (error) {
    closeSync(fd);
    throw error;
  }

  return {
    get length() {
      return starts.length - 1;
    },
    get lastAt() {
      return lastAt;
    },
    append(entry, now) {
      const placed = write(entry, now);
      sync();
      return placed;
    },
    write,
    synced() {
      if (!isAhead) return Promise.resolve();
      syncing ??= turn().then(() => {
        syncing = null;
        sync();
      });
      return syncing;
    },
    at: read,
    after(position, limit) {
      const last = Math.min(position + limit, starts.length - 1);
      return Array.from({ length: Math.max(0, last - position) }, (_, nth) => read(position + 1 + nth));
    },
    close: () => closeSync(fd),
  };
}

const WHAT_NOW =
  "Nothing is signed, because limits and what was paid count from it. Put back the file as it was; docs/OPERATIONS.md says what to do if it is lost";

/** Lines that have an end, with whether anything follows. What follows the last one is left out. */
function* linesOf(fd: number): Generator<{ readonly text: string; readonly isLast: boolean }> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let rest: Buffer = Buffer.alloc(0);
  let held: string | null = null;
  for (let at = 0; ; ) {
    const count = readSync(fd, chunk, 0, CHUNK_BYTES, at);
    if (count === 0) break;
    at += count;
    rest = Buffer.concat([rest, chunk.subarray(0, count)]);
    for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED)) {
      if (held !== null) yield { text: held, isLast: false };
      held = rest.toString("utf8", 0, end);
      rest = rest.subarray(end + 1);
    }
  }
  if (held !== null) yield { text: held, isLast: rest.byteLength === 0 };
}
