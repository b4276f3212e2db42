import pg from "pg";
import type { DatabaseUrls } from "./logins.ts";
import { codeOf } from "./pg-error.ts";

/** A name that is taken in the session of someone else, or isn't known there. */
const MIXED_UP = new Set(["42P05", "26000"]);

/**
 * Looks for a pooler between this process and PostgreSQL, and for what it wouldn't keep.
 * @param options.prepares whether this process names its frequent statements
 * @returns sentences for the operator
 * @throws Error if named statements would fail
 */
export async function examinePooler(urls: DatabaseUrls, options: { readonly prepares: boolean }): Promise<string[]> {
  if (!urls.isPooled) {
    if (!(await isBehindPooler(urls.app))) return [];
    return [
      "There is a pooler before PostgreSQL. Without DATABASE_DIRECT_URL it has to keep each connection's session (PgBouncer: pool_mode = session).",
    ];
  }
  if (options.prepares && !(await keepsStatements(urls.app))) {
    throw new Error(
      "The pooler of DATABASE_URL mixes up prepared statements. Use PgBouncer 1.21 or later with max_prepared_statements, or set DATABASE_PREPARED_STATEMENTS=off.",
    );
  }
  if (!(await isBehindPooler(urls.direct.app))) return [];
  return [
    "DATABASE_DIRECT_URL leads to a pooler, too. It has to keep each connection's session (PgBouncer: pool_mode = session).",
  ];
}

/** A pooler makes up the process id that a client gets, because its sessions are several servers' processes in turn. */
async function isBehindPooler(url: string): Promise<boolean> {
  return withClients(url, 1, async ([client]) => {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    return rows[0]?.pid !== client.processID;
  });
}

/** Two connections that give different statements the same name. A pooler that gives them different servers isn't found out. */
async function keepsStatements(url: string): Promise<boolean> {
  return withClients(url, 2, async (clients) => {
    try {
      for (const [nth, client] of clients.entries()) {
        await client.query({ name: "bbux_examination", text: `select ${nth} as nth` });
      }
      return true;
    } catch (error) {
      if (MIXED_UP.has(codeOf(error))) return false;
      throw error;
    }
  });
}

interface Client extends pg.Client {
  /** As the server, or a pooler, has introduced itself. */
  readonly processID: number | null;
}

async function withClients<T>(
  connectionString: string,
  count: number,
  work: (clients: readonly [Client, ...Client[]]) => Promise<T>,
): Promise<T> {
  const open = async () => {
    const client = new pg.Client({ connectionString, application_name: "bbux", connectionTimeoutMillis: 5_000 });
    client.on("error", () => undefined);
    await client.connect();
    return client as Client;
  };
  const clients: [Client, ...Client[]] = [await open()];
  try {
    while (clients.length < count) clients.push(await open());
    return await work(clients);
  } finally {
    for (const client of clients) await client.end().catch(() => undefined);
  }
}
