/** Where an import reports its progress. */
export interface ProgressSink {
  /** A stage begins; `total` is the size of its file in bytes. */
  begin(label: string, total: number): void;
  update(bytes: number, rows: number): void;
  /** The stage is finished. */
  end(rows: number): void;
}

interface Stream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const BAR = 24;
const EVERY_MS = { tty: 100, plain: 5_000 };

/** On a terminal, a bar that redraws itself; elsewhere (a log, a pipe), an occasional plain line. */
export function createProgress(stream: Stream, now: () => number = Date.now): ProgressSink {
  let label = "";
  let total = 0;
  let startedAt = 0;
  let shownAt = 0;
  // Work done before this run started, which must not count toward its speed.
  let first: { bytes: number; rows: number } | undefined;

  const line = (bytes: number, rows: number) => {
    const share = total === 0 ? 1 : Math.min(1, bytes / total);
    const seconds = Math.max(0.001, (now() - startedAt) / 1_000);
    const rate = (rows - (first?.rows ?? 0)) / seconds;
    const speed = (bytes - (first?.bytes ?? 0)) / seconds;
    const left = speed > 0 ? duration((total - bytes) / speed) : "?";
    const filled = Math.round(share * BAR);
    const bar = stream.isTTY ? `${"█".repeat(filled)}${"░".repeat(BAR - filled)}  ` : "";
    return `${label.padEnd(10)} ${bar}${String(Math.floor(share * 100)).padStart(3)} %  ${count(rows)} rows  ${count(Math.round(rate))}/s  ${left} left`;
  };
  return {
    begin(name, size) {
      label = name;
      total = size;
      startedAt = now();
      shownAt = now();
      first = undefined;
    },
    update(bytes, rows) {
      first ??= { bytes, rows };
      if (now() - shownAt < (stream.isTTY ? EVERY_MS.tty : EVERY_MS.plain)) return;
      shownAt = now();
      stream.write(stream.isTTY ? `\r\x1b[K${line(bytes, rows)}` : `${line(bytes, rows)}\n`);
    },
    end(rows) {
      const seconds = (now() - startedAt) / 1_000;
      const text = `${label.padEnd(10)} ${count(rows)} rows in ${seconds.toFixed(1)} s`;
      stream.write(`${stream.isTTY ? "\r\x1b[K" : ""}${text}\n`);
    },
  };
}

/** `12 345`: with thin spaces, as for figures in running text. */
export function count(n: number): string {
  return n.toLocaleString("en").replaceAll(",", " ");
}

function duration(seconds: number): string {
  const s = Math.max(0, Math.ceil(seconds));
  const minutes = Math.floor(s / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${minutes}:${String(s % 60).padStart(2, "0")}`;
}
