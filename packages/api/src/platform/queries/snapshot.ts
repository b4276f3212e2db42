import type { Database, DB } from "@bbux/db";
import { type RawBuilder, sql, type Transaction } from "kysely";

/**
 * Reads as of one moment for as long as the reader takes. The transaction is open until the generator ends or is ended
 * with `return()`, and then frees its connection, even if that is lost.
 * @param idleMs the reader may take between two statements; after that PostgreSQL ends the transaction
 */
export async function* snapshot<T>(
  db: Database,
  idleMs: number,
  read: (trx: Transaction<DB>) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const trx = await db.startTransaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute();
  try {
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(idleMs)}`.execute(trx);
    yield* read(trx);
  } finally {
    // Nothing was written.
    await trx
      .rollback()
      .execute()
      .catch(() => undefined);
  }
}

/**
 * Yields the rows of a query from a cursor, one query per transaction at a time. Each batch is a short statement of its
 * own, so a slow reader hits no statement timeout, and only one batch is in memory.
 */
export async function* portionsOf<Row>(
  trx: Transaction<DB>,
  query: RawBuilder<Row>,
  portion: number,
): AsyncGenerator<Row> {
  await sql`declare portions no scroll cursor for ${query}`.execute(trx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(portion)} from portions`.execute(trx);
    yield* rows;
    if (rows.length < portion) break;
  }
  await sql`close portions`.execute(trx);
}
