import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";
import { WrappedClient } from "./wrapped-client.ts";

/** Uses after which a statement is worth preparing; other drivers use the same number. */
const THRESHOLD = 5;
/** The maximum number of prepared statements per process. Each connection keeps the plans of those it has used. */
const MAX_PREPARED = 100;
/** The maximum number of texts whose uses are counted; the least recently used one is dropped. */
const MAX_COUNTED = 500;

/** Names statements that recur often. */
export interface StatementNames {
  /** The name to prepare this text under, or `undefined` to send it as is. */
  nameOf(text: string): string | undefined;
}

/**
 * Planning a statement that builds a page of JSON costs PostgreSQL several times its execution (docs/PERFORMANCE.md), so
 * frequent statements are prepared: on its fifth use a statement gets a name, and every connection plans it once. Rare ones
 * aren't, so that unusual filters don't fill the connections' memory.
 */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  return {
    nameOf(text) {
      const known = names.get(text);
      if (known !== undefined) return known;
      if (names.size >= MAX_PREPARED || !isPreparable(text)) return undefined;
      const used = (uses.get(text) ?? 0) + 1;
      uses.delete(text);
      if (used < THRESHOLD) {
        uses.set(text, used);
        const [oldest] = uses.keys();
        if (uses.size > MAX_COUNTED && oldest !== undefined) uses.delete(oldest);
        return undefined;
      }
      const name = `s${names.size + 1}`;
      names.set(text, name);
      return name;
    },
  };
}

/**
 * Excludes transaction control, and `*` results, because a migration that runs in the meantime would change the columns
 * of a cached plan.
 */
function isPreparable(text: string): boolean {
  return /^\s*(select|with|insert|update|delete)\b/i.test(text) && !/^\s*select \*|returning \*\s*$/i.test(text);
}

/** A pool whose clients prepare frequent statements. */
export function preparing(pool: pg.Pool): PostgresPool {
  const statements = createStatementNames();
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = wrapped.get(client);
      if (known) return known;
      const fresh = new PreparingClient(client, statements);
      wrapped.set(client, fresh);
      return fresh;
    },
  };
}

interface NamedQuery {
  query<R>(query: { name: string; text: string; values: unknown[] }): Promise<PostgresQueryResult<R>>;
}

class PreparingClient extends WrappedClient<PostgresPoolClient & NamedQuery> {
  readonly #statements: StatementNames;

  constructor(client: PostgresPoolClient & NamedQuery, statements: StatementNames) {
    super(client);
    this.#statements = statements;
  }

  protected send<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const name = this.#statements.nameOf(text);
    if (name === undefined) return this.client.query<R>(text, values);
    return this.client.query<R>({ name, text, values: [...values] });
  }
}
