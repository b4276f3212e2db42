import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";

/** Log lines that move no money. `ledger_post` writes the lines of transfers. */
export type DecisionType =
  | "APPEAL_DECIDED"
  | "PROPOSAL_SUBMITTED"
  | "PROPOSAL_PASSED"
  | "PROPOSAL_REJECTED"
  | "PROPOSAL_EXECUTED"
  | "PARAMETER_CHANGED";

/**
 * Writes a line of the transparency log in the transaction of the event (docs/DECISIONS.md 1.8). It is public forever
 * and names nobody.
 * @param line.subject the public object of the decision, such as `proposal:1042`
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
