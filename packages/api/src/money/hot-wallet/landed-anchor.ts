import type { LogAnchor } from "@bbux/chain";
import type { DB } from "@bbux/db";
import { sql, type Transaction } from "kysely";
import { raiseAlert } from "../chain/index.ts";

/**
 * Records what a transaction that the books had forgotten wrote to the chain: the root of a checkpoint, or one that no checkpoint of
 * these books has, which operators are alerted to. The caller has stored the transaction.
 */
export async function keepAnchor(
  trx: Transaction<DB>,
  signature: string,
  { size, root }: LogAnchor,
  at: Date,
): Promise<void> {
  const { rows } = await sql`
    insert into checkpoint_anchors (signature, day)
    select ${signature}, day from checkpoint_notes where size = ${size} and split_part(body, E'\\n', 3) = ${root}
    returning signature`.execute(trx);
  if (rows.length > 0) return;
  await sql`insert into unknown_anchors (signature, size, root) values (${signature}, ${size}, ${root})`.execute(trx);
  const detail = `${signature} has written the root ${root} of ${size} leaves to the chain, which no checkpoint of these books has`;
  await raiseAlert({ db: trx, now: () => at }, { kind: "log_root_unknown", subject: signature, detail });
}
