import { createHash } from "node:crypto";
import { type AddressLookupTableAccount, type PublicKey, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { invalid } from "../rpc/errors.ts";

/** The largest transaction that fits into one network packet. */
export const MAX_BYTES = 1_232;

export interface Decoded {
  readonly transaction: VersionedTransaction;
  readonly bytes: Uint8Array;
  /** The first signature, in base58, which identifies the transaction. */
  readonly signature: string;
  /** Two transactions with one message are the same, whatever their signatures. */
  readonly messageHash: Buffer;
}

/**
 * Parses a transaction strictly: it must fit a packet, re-encode to exactly the same bytes, and have only valid indexes, because
 * the VM aborts the process on anything else.
 * @throws RpcError -32602
 */
export function decodeTransaction(bytes: Uint8Array): Decoded {
  if (bytes.length > MAX_BYTES) {
    throw invalid(
      `decoded solana_transaction::versioned::VersionedTransaction too large: ${bytes.length} bytes (max: ${MAX_BYTES} bytes)`,
    );
  }
  const transaction = readTransaction(bytes);
  if (!isSane(transaction)) {
    throw invalid("invalid transaction: Transaction failed to sanitize accounts offsets correctly");
  }
  const [first] = transaction.signatures;
  return {
    transaction,
    bytes,
    signature: bs58.encode(first ?? new Uint8Array(64)),
    messageHash: createHash("sha256")
      .update(bytes.subarray(1 + 64 * transaction.signatures.length))
      .digest(),
  };
}

function readTransaction(bytes: Uint8Array): VersionedTransaction {
  try {
    const transaction = VersionedTransaction.deserialize(bytes);
    if (Buffer.compare(transaction.serialize(), bytes) === 0) return transaction;
  } catch {
    // Reported below.
  }
  throw invalid("failed to deserialize solana_transaction::versioned::VersionedTransaction");
}

/** The rules of `sanitize` in solana-message, which a program never sees broken. */
function isSane({ message, signatures }: VersionedTransaction): boolean {
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = message.header;
  const written = message.staticAccountKeys.length;
  const lookups = message.addressTableLookups;
  if (signatures.length === 0 || signatures.length > 127 || signatures.length !== numRequiredSignatures) return false;
  if (numReadonlySignedAccounts >= numRequiredSignatures) return false;
  if (numRequiredSignatures + numReadonlyUnsignedAccounts > written) return false;
  if (lookups.some((one) => one.writableIndexes.length + one.readonlyIndexes.length === 0)) return false;
  const all = lookups.reduce((sum, one) => sum + one.writableIndexes.length + one.readonlyIndexes.length, written);
  if (all > 256) return false;
  return message.compiledInstructions.every(
    ({ programIdIndex, accountKeyIndexes }) =>
      programIdIndex > 0 && programIdIndex < written && accountKeyIndexes.every((index) => index < all),
  );
}

/** All addresses of a transaction by index: static ones first, then those from tables, writable before read-only. */
export interface Addresses {
  readonly keys: readonly PublicKey[];
  readonly writable: readonly boolean[];
  readonly signers: number;
  /** How many are in the message itself; the rest come from tables. */
  readonly written: number;
}

/**
 * @param tables the lookup tables of the message; a missing table or an index past its end leaves its addresses out (the VM rejects
 * such a transaction)
 */
export function addressesOf(
  { message }: VersionedTransaction,
  tables: readonly AddressLookupTableAccount[],
): Addresses {
  const written = message.staticAccountKeys;
  const from = (which: "writableIndexes" | "readonlyIndexes") =>
    message.addressTableLookups.flatMap((lookup) => {
      const table = tables.find(({ key }) => key.equals(lookup.accountKey));
      return lookup[which].flatMap((index) => table?.state.addresses[index] ?? []);
    });
  const writableLoaded = from("writableIndexes");
  const keys = [...written, ...writableLoaded, ...from("readonlyIndexes")];
  return {
    keys,
    writable: keys.map((_, index) =>
      index < written.length ? message.isAccountWritable(index) : index < written.length + writableLoaded.length,
    ),
    signers: message.header.numRequiredSignatures,
    written: written.length,
  };
}
