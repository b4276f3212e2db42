import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";

/** Lines of the log that move no money. What moves money writes its line by itself, in `ledger_post`. */
export type DecisionType =
  | "APPEAL_DECIDED"
  | "PROPOSAL_SUBMITTED"
  | "PROPOSAL_PASSED"
  | "PROPOSAL_REJECTED"
  | "PROPOSAL_EXECUTED"
  | "PARAMETER_CHANGED";

/**
 * Writes a line of the transparency log in the transaction of what it tells of (DECISIONS 1.8). It is public for ever and
 * names nobody.
 * @param line.subject the public thing that was decided about, as `proposal:1042`
 * @param line.description one line of at most 300 characters
 * @param line.amount base units that it is about, if any
 */
export async function writeLog(
  trx: Transaction<DB>,
  line: {
    readonly type: DecisionType;
    readonly subject: string;
    readonly description: string;
    readonly amount?: bigint;
  },
): Promise<void> {
  const { type, subject, description, amount = 0n } = line;
  const words = description.replace(/\s+/g, " ").slice(0, 300);
  await sql`select transparency_write(${type}, ${amount.toString()}::numeric, ${subject}, ${words})`.execute(trx);
}
