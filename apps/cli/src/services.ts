import type { Database } from "@bbux/db";
import type { Env } from "@bbux/server/env";
import type { Chain, CommandLogin, Console } from "./operator.ts";
import type { Keys } from "./with-signer.ts";

/** What commands receive. Nothing is read or opened until a command asks for it, so help needs no database. */
export interface Services {
  readonly env: () => Env;
  readonly console: Console;
  /** Where progress is drawn. */
  readonly terminal: { readonly isTTY?: boolean; write(text: string): unknown };
  readonly withDatabase: <T>(as: CommandLogin, work: (db: Database) => Promise<T>) => Promise<T>;
  /** Without migrating: DATABASE_URL, or what stands for it. */
  readonly withPostgres: <T>(work: (url: string) => Promise<T>) => Promise<T>;
  readonly withSigner: <T>(work: (keys: Keys) => Promise<T>) => Promise<T>;
  readonly withChain: <T>(work: (chain: Chain) => Promise<T>) => Promise<T>;
}

/** Runs work with the database, the chain and the signer. */
export function withAll<T>(
  { withDatabase, withChain, withSigner }: Pick<Services, "withDatabase" | "withChain" | "withSigner">,
  as: CommandLogin,
  work: (all: { readonly db: Database; readonly chain: Chain; readonly keys: Keys }) => Promise<T>,
): Promise<T> {
  return withDatabase(as, (db) => withChain((chain) => withSigner((keys) => work({ db, chain, keys }))));
}
