import type { Database } from "@bbux/db";
import { audit } from "@bbux/ledger";
import { sql } from "kysely";
import { booksChecks } from "./books.sql.ts";
import type { BooksCheck } from "./books-check.ts";
import type { Findings, Problem } from "./findings.ts";

/** Rows read per check; the rest are ignored. */
const MOST = 1_000;

/**
 * Checks the books on their own: the ledger's own audit, and whether every deposit, withdrawal, signed transaction,
 * hold and suspense item is posted as its state says. Findings are checked a second time.
 */
export async function auditBooks(
  db: Database,
  findings: Findings,
  { now, pause }: { readonly now: Date; readonly pause: () => Promise<void> },
): Promise<void> {
  for (const problem of (await audit(db)).problems) findings.add(problem);
  for (const check of booksChecks(now)) {
    const first = await run(db, check);
    if (first.length === 0) continue;
    await pause();
    const before = new Set(first.map(nameOf));
    for (const problem of await run(db, check)) if (before.has(nameOf(problem))) findings.add(problem);
  }
}

async function run(db: Database, check: BooksCheck): Promise<readonly Problem[]> {
  const { rows } =
    await sql<Problem>`select * from (${check}) as found order by finding, subject limit ${MOST}`.execute(db);
  return rows;
}

function nameOf({ finding, subject }: Problem): string {
  return `${finding} ${subject}`;
}
