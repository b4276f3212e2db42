import { connect, type Database, migrate } from "@bbux/db";
import { findRunning, startEmbedded } from "@bbux/db/embedded";
import type { Env } from "@bbux/server/env";

/** A refusal whose message is for the operator; it ends the command with this exit code. */
export class CommandError extends Error {
  override name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Where commands write: results to `out`, everything about the work itself to `err`. */
export interface Console {
  out(line: string): void;
  err(line: string): void;
}

/**
 * Runs work on the platform's database, as its owner: the one of DATABASE_URL; else the embedded one of a BBUX that runs
 * on the data directory; else the embedded one, started for this command. The schema is brought up to date first.
 */
export async function withDatabase<T>(env: Env, console: Console, work: (db: Database) => Promise<T>): Promise<T> {
  const known = env.DATABASE_URL ?? findRunning(env.DATA_DIR);
  const own = known ? null : await startEmbedded({ dataDir: env.DATA_DIR, log: (line) => console.err(line) });
  try {
    const url = known ?? own?.url ?? "";
    await migrate(url);
    const db = connect({ url, as: "owner", max: 4, applicationName: "bbux-cli" });
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  } finally {
    await own?.stop();
  }
}
