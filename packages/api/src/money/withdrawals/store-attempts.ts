import type { ChainTransaction, KeyVersions, RecordedTransaction } from "@bbux/chain";
import type { DB } from "@bbux/db";
import { networkFeeReserved, postAll } from "@bbux/ledger";
import type { Transaction } from "kysely";
import { type Attempt, attemptBySignature, SUBJECT_COLUMNS, type Subject, type Validity } from "./attempts.sql.ts";

/** What is stored with a signed transaction. */
export type StoredFacts = Validity & {
  readonly lamports: bigint;
  /** What is reserved: the network fee, and the rent of an account that it creates. */
  readonly cost: bigint;
  readonly cancels?: boolean;
  readonly fence?: number;
  /** The hot wallet that pays, and the authority of the nonce. */
  readonly keys: KeyVersions;
  readonly at: Date;
};

/** Something signed, with what it is for. */
export type SignedAttempt = StoredFacts & { readonly subject: Subject; readonly signed: RecordedTransaction };

/**
 * Stores what was signed and reserves its network fee, under the lock of the subject. From here on it may land.
 * @returns false when a payment has the same signature already
 * @throws LedgerError INSUFFICIENT_BALANCE when the operator's float is empty
 */
export async function storeAttempt(
  trx: Transaction<DB>,
  subject: Subject,
  signed: RecordedTransaction,
  facts: StoredFacts,
): Promise<boolean> {
  return (await storeAttempts(trx, [{ ...facts, subject, signed }])).has(signed.signature);
}

/** Stores several, as {@link storeAttempt} does one. @returns the signatures of those that weren't stored before */
export async function storeAttempts(
  trx: Transaction<DB>,
  attempts: readonly SignedAttempt[],
): Promise<ReadonlySet<string>> {
  if (attempts.length === 0) return new Set();
  const rows = await trx
    .insertInto("payment_attempts")
    .values(
      attempts.map(({ subject, signed, nonce, lastValidBlockHeight, lamports, cost, cancels, fence, keys, at }) => ({
        [SUBJECT_COLUMNS[subject.kind]]: subject.id,
        signature: signed.signature,
        bytes: Buffer.from(signed.bytes),
        record_position: signed.position?.toString() ?? null,
        network_fee: cost.toString(),
        lamports: lamports.toString(),
        last_valid_block_height: lastValidBlockHeight?.toString() ?? null,
        nonce_id: nonce?.id ?? null,
        nonce_value: nonce?.value ?? null,
        cancels: cancels ?? false,
        fence: fence ?? 0,
        hot_version: keys.hot,
        nonce_version: keys.nonce,
        created_at: at,
        updated_at: at,
      })),
    )
    .onConflict((conflict) => conflict.column("signature").doNothing())
    .returning("signature")
    .execute();
  const stored = new Set(rows.map(({ signature }) => signature));
  await postAll(
    trx,
    attempts
      .filter(({ signed }) => stored.has(signed.signature))
      .map(({ subject, signed: { signature }, cost }) => {
        const refs = { [subject.kind]: subject.id, signature };
        return networkFeeReserved({ hold: subject.id, networkFee: cost, cause: signature, refs });
      }),
  );
  return stored;
}

/** Another worker has stored the transaction, so what was done for it has to be undone. */
export class AlreadyStored extends Error {}

/**
 * Stores a transaction that landed for an open attempt's subject and that the books have forgotten, without its bytes.
 * @throws AlreadyStored
 */
export async function adoptAttempt(
  trx: Transaction<DB>,
  attempt: Attempt,
  { forgotten, cancels, at }: { readonly forgotten: ChainTransaction; readonly cancels: boolean; readonly at: Date },
): Promise<Attempt | null> {
  const { signature, fee } = forgotten;
  const signed = { signature, bytes: new Uint8Array(), networkFee: fee, position: null };
  await trx
    .updateTable("payment_attempts")
    .set({ state: "REPLACED", updated_at: at })
    .where("id", "=", attempt.id)
    .where("state", "in", ["SIGNED", "SENT"])
    .execute();
  const lamports = cancels ? 0n : attempt.lamports;
  const facts = { ...attempt, lamports, cost: fee, cancels, fence: 0, at };
  if (!(await storeAttempt(trx, attempt.subject, signed, facts))) throw new AlreadyStored();
  return attemptBySignature(trx, attempt.subject, signature);
}
