import { createHash } from "node:crypto";
import { type AddressLookupTableAccount, type PublicKey, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { invalid } from "../rpc/errors.ts";

/** What fits into one packet of the network. */
export const MAX_BYTES = 1_232;

export interface Decoded {
  readonly transaction: VersionedTransaction;
  readonly bytes: Uint8Array;
  /** base58 of the first signature, by which the transaction is known. */
  readonly signature: string;
  /** Two transactions with one message are the same, whatever their signatures. */
  readonly messageHash: Buffer;
}

/**
 * Reads a transaction and demands that it is one: the very bytes that writing it would give, within a packet, every index pointing
 * at something. The VM ends the process at anything less.
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
    // Said below.
  }
  throw invalid("failed to deserialize solana_transaction::versioned::VersionedTransaction");
}

/** The rules of `sanitize` in solana-message: what no program ever sees otherwise. */
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

/** All addresses of a transaction in the order of their indexes: written ones, then those of tables, writable before others. */
export interface Addresses {
  readonly keys: readonly PublicKey[];
  readonly writable: readonly boolean[];
  readonly signers: number;
  /** How many are written in the message itself; the rest comes from tables. */
  readonly written: number;
}

/**
 * @param tables what the message's lookups point at; a missing one, or an index past its end, leaves its addresses out (the VM refuses
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
