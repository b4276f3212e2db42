import { existsSync } from "node:fs";
import { join } from "node:path";
import { ChainError, type ChainGateway } from "@bbux/chain";
import { connect, type Database, type Login, migrate } from "@bbux/db";
import { findRunning, startEmbedded } from "@bbux/db/embedded";
import { startLocalChain } from "@bbux/local-chain";
import { databaseUrlsOf, ownersUrl } from "@bbux/server/databases";
import type { Env } from "@bbux/server/env";
import { findRunningChain } from "@bbux/server/running-chain";
import { loadSessionSecret } from "@bbux/server/secrets";
import { gatewayTo } from "@bbux/server/witness";

/** A failure whose message is for the operator; it ends the command with this exit code. */
export class CommandError extends Error {
  override name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Where commands write: results to `out`, messages about the work itself to `err`. */
export interface Console {
  out(line: string): void;
  err(line: string): void;
}

/** `read` for what changes nothing; `owner`, the user of DATABASE_URL, for imports and counters, which write what no request may. */
export type CommandLogin = Extract<Login, "app" | "read"> | "owner";

/**
 * Runs work on the platform's database, under the login that it needs (docs/adr/0022). The database is
 * the one at DATABASE_DIRECT_URL or DATABASE_URL, or the embedded one of a BBUX that is running on the data directory, or the embedded one, started for this
 * command. The schema is migrated first.
 */
export async function withDatabase<T>(
  env: Env,
  console: Console,
  as: CommandLogin,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return withPostgres(env, console, async (owner) => {
    const url = databaseUrlsOf(env, owner, loadSessionSecret(env));
    await migrate(url, { say: (line) => console.err(line) });
    // Reports and imports take long, and use temporary tables.
    const db = connect({ url, as, isDirect: true, max: 4, applicationName: "bbux-cli" });
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  });
}

/** Runs work on the PostgreSQL of {@link withDatabase}, with DATABASE_URL or what stands for it, and leaves the schema as it is. */
export async function withPostgres<T>(env: Env, console: Console, work: (url: string) => Promise<T>): Promise<T> {
  const known = ownersUrl(env) ?? findRunning(env.DATA_DIR);
  const options = { dataDir: env.DATA_DIR, archive: env.BACKUP_TO !== undefined };
  const own = known ? null : await startEmbedded({ ...options, log: (line) => console.err(line) });
  try {
    return await work(known ?? own?.url ?? "");
  } finally {
    await own?.stop();
  }
}

/** The command couldn't reach what it needs, so its result is unknown. */
export const UNREACHABLE_EXIT = 3;

/** The chain a command talks to. */
export interface Chain {
  readonly gateway: ChainGateway;
  /** Whether it is the platform's own chain, which answers instantly and has no rate limit. */
  readonly isLocal: boolean;
}

/**
 * Runs work on the platform's chain. That is the cluster at SOLANA_RPC_URL, or the local chain of a BBUX that is running on the
 * data directory, or that local chain, started for this command.
 * @throws CommandError with exit code 3 if it can't be reached
 */
export async function withChain<T>(env: Env, console: Console, work: (chain: Chain) => Promise<T>): Promise<T> {
  const known = env.SOLANA_RPC_URL ?? findRunningChain(env.DATA_DIR);
  const own = known ? null : await startOwnChain(env, console);
  try {
    return await work({ gateway: gatewayTo(known ?? own?.url ?? "", env), isLocal: !env.SOLANA_RPC_URL });
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw new CommandError(`The chain cannot be reached: ${error.message}`, UNREACHABLE_EXIT);
  } finally {
    await own?.stop();
  }
}

async function startOwnChain(env: Env, console: Console) {
  // A new chain would have none of the transactions in the books.
  if (!existsSync(join(env.DATA_DIR, "chain", "chain.db"))) {
    throw new CommandError(
      `There is no chain to ask: SOLANA_RPC_URL is not set, and ${env.DATA_DIR} has no local chain`,
      UNREACHABLE_EXIT,
    );
  }
  try {
    return await startLocalChain({ dataDir: env.DATA_DIR, port: 0, log: (line) => console.err(line) });
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error), UNREACHABLE_EXIT);
  }
}
