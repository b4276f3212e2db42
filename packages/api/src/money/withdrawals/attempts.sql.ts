import type { SignedTransaction } from "@bbux/chain";
import type { DB } from "@bbux/db";
import { networkFeeReleased, networkFeeReserved, post } from "@bbux/ledger";
import { sql, type Transaction } from "kysely";
import type { Services } from "../../platform/context/index.ts";

/** The purpose of a transaction of the platform. Its id owns the hold. */
export interface Subject {
  readonly kind: "withdrawal" | "sweep";
  readonly id: string;
}

/** A signed transaction that may land. Amounts in lamports. */
export interface Attempt {
  readonly id: string;
  readonly subject: Subject;
  readonly signature: string;
  readonly bytes: Uint8Array;
  readonly lastValidBlockHeight: bigint;
  readonly lamports: bigint;
  /** Reserved for the network. */
  readonly networkFee: bigint;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  readonly missingSince: Date | null;
}

interface Row {
  id: string;
  withdrawal_id: string | null;
  sweep_id: string | null;
  signature: string;
  bytes: Buffer;
  last_valid_block_height: string;
  lamports: string;
  network_fee: string;
  created_at: Date;
  sent_at: Date | null;
  missing_since: Date | null;
}

/** Returns open attempts, oldest first, starting after an id. */
export async function openAttempts(db: Services["db"], limit: number, after: string): Promise<Attempt[]> {
  const { rows } = await sql<Row>`
    select id::text, withdrawal_id::text, sweep_id::text, signature, bytes, last_valid_block_height::text, lamports::text,
           network_fee::text, created_at, sent_at, missing_since
      from payment_attempts p where state in ('SIGNED', 'SENT') and id > ${after} order by p.id limit ${limit}`.execute(
    db,
  );
  return rows.map((row) => ({
    id: row.id,
    subject:
      row.withdrawal_id !== null
        ? { kind: "withdrawal", id: row.withdrawal_id }
        : { kind: "sweep", id: row.sweep_id ?? "" },
    signature: row.signature,
    bytes: new Uint8Array(row.bytes),
    lastValidBlockHeight: BigInt(row.last_valid_block_height),
    lamports: BigInt(row.lamports),
    networkFee: BigInt(row.network_fee),
    createdAt: row.created_at,
    sentAt: row.sent_at,
    missingSince: row.missing_since,
  }));
}

/**
 * Stores what was signed and reserves its network fee, under the lock of the subject. From here on it may land.
 * @returns false when another payment has the same signature: same address, amount and blockhash
 * @throws LedgerError INSUFFICIENT_BALANCE when the operator's float is empty
 */
export async function storeAttempt(
  trx: Transaction<DB>,
  subject: Subject,
  signed: SignedTransaction,
  facts: { readonly lamports: bigint; readonly lastValidBlockHeight: bigint; readonly at: Date },
): Promise<boolean> {
  const { signature, bytes, networkFee } = signed;
  const stored = await trx
    .insertInto("payment_attempts")
    .values({
      ...(subject.kind === "withdrawal" ? { withdrawal_id: subject.id } : { sweep_id: subject.id }),
      signature,
      bytes: Buffer.from(bytes),
      network_fee: networkFee.toString(),
      lamports: facts.lamports.toString(),
      last_valid_block_height: facts.lastValidBlockHeight.toString(),
      created_at: facts.at,
      updated_at: facts.at,
    })
    .onConflict((conflict) => conflict.column("signature").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!stored) return false;
  const refs = { [subject.kind]: subject.id, signature };
  await post(trx, networkFeeReserved({ hold: subject.id, networkFee, cause: signature, refs }));
  return true;
}

/**
 * Ends an open attempt in its final state.
 * @returns false when it is no longer open, because another worker was faster
 */
export async function endAttempt(
  trx: Transaction<DB>,
  attempt: Attempt,
  state: "FINALIZED" | "FAILED" | "EXPIRED",
  facts: { readonly at: Date; readonly slot?: bigint },
): Promise<boolean> {
  const done = await trx
    .updateTable("payment_attempts")
    .set({ state, slot: facts.slot?.toString() ?? null, updated_at: facts.at })
    .where("id", "=", attempt.id)
    .where("state", "in", ["SIGNED", "SENT"])
    .executeTakeFirst();
  if (done.numUpdatedRows === 0n) return false;
  if (state === "EXPIRED") {
    const { subject, signature, networkFee } = attempt;
    const refs = { [subject.kind]: subject.id, signature };
    await post(trx, networkFeeReleased({ hold: subject.id, networkFee, cause: signature, refs }));
  }
  return true;
}
