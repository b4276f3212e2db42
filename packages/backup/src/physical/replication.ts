import { PassThrough, type Readable } from "node:stream";
import pg from "pg";
import { BackupError } from "../error.ts";

export interface BaseBackup {
  /** The cluster as a tar archive, with the write-ahead log that makes it consistent. */
  readonly tar: Readable;
  /** Positions and timeline, known once `tar` has been read. */
  readonly done: Promise<{ readonly timeline: number; readonly start: string; readonly end: string }>;
}

/** What pg's connection hands to whatever runs a statement; its types don't say. */
interface Connection {
  query(text: string): void;
  readonly stream: { pause(): void; resume(): void; isPaused(): boolean };
}

/**
 * Asks PostgreSQL for a base backup by its replication protocol (BASE_BACKUP), which reads a consistent cluster beside any number
 * of writers, and verifies the checksum of each page.
 */
export async function requestBaseBackup(url: string): Promise<BaseBackup> {
  const options: pg.ClientConfig & { replication: string } = { connectionString: url, replication: "true" };
  const client = new pg.Client(options);
  // Whatever ends the connection fails the statement under way.
  client.on("error", () => undefined);
  try {
    await client.connect();
    // Until the session ends, PostgreSQL keeps the log that the archive needs.
    await client.query(
      `CREATE_REPLICATION_SLOT bbux_backup_${process.pid}_${Date.now()} TEMPORARY PHYSICAL (RESERVE_WAL)`,
    );
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  const tar = new PassThrough({ highWaterMark: 1024 * 1024 });
  const positions: string[][] = [];
  const done = new Promise<{ timeline: number; start: string; end: string }>((resolve, reject) => {
    const fail = (error: Error) => {
      const reason = new BackupError(`PostgreSQL couldn't make the backup: ${error.message}`);
      tar.destroy(reason);
      reject(reason);
      void client.end().catch(() => undefined);
    };
    client.once("error", fail);
    tar.once("close", () => {
      if (!tar.readableEnded) fail(new Error("it was aborted"));
    });
    const statement = {
      submit: (connection: Connection) =>
        connection.query(
          "BASE_BACKUP (LABEL 'bbux', CHECKPOINT 'fast', WAL true, MANIFEST 'no', VERIFY_CHECKSUMS true)",
        ),
      handleRowDescription: () => undefined,
      handleDataRow: ({ fields }: { fields: (string | null)[] }) => positions.push(fields.map((field) => field ?? "")),
      handleCopyData({ chunk }: { chunk: Buffer }, connection: Connection) {
        // "d" is followed by data; "n" begins an archive, and there is one; "p" is progress.
        if (chunk[0] !== 0x64) return;
        // The parser will use its buffer again.
        if (tar.write(Buffer.from(chunk.subarray(1)))) return;
        // What has been parsed already still comes.
        if (connection.stream.isPaused()) return;
        connection.stream.pause();
        tar.once("drain", () => connection.stream.resume());
      },
      handleCommandComplete: () => undefined,
      handleError: fail,
      handleReadyForQuery() {
        client.off("error", fail);
        const [start, ...others] = positions;
        const end = others.at(-1);
        tar.end();
        void client.end().catch(() => undefined);
        resolve({ timeline: Number(end?.[1]), start: start?.[0] ?? "", end: end?.[0] ?? "" });
      },
    };
    // The types of pg leave out the parts of the protocol that the statement uses.
    client.query(statement as unknown as pg.Submittable);
  });
  // The stream fails with the same error, so the rejection must not count as unhandled.
  done.catch(() => undefined);
  return { tar, done };
}
