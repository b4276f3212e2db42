import { VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { isSignedBy } from "./ed25519.ts";
import { refuseInstruction, transferOf } from "./relay-instructions.ts";
import { RelayRefusal } from "./relay-refusal.ts";

/** The largest transaction that fits into one network packet. */
const LARGEST_TRANSACTION = 1_232;

export interface RelayRules {
  /** The address, in base58, that every lamport must go to. */
  readonly depositAddress: string;
  /** The allowed range of the sum, in lamports. */
  readonly min: bigint;
  readonly max: bigint;
}

export interface RelayedTransaction {
  /** The transaction's id, in base58. */
  readonly signature: string;
  /** The base58 address that pays the network fee. It has signed, so it can't be the platform's unless the platform signed. */
  readonly payer: string;
  /** How much it brings the deposit address if it lands. */
  readonly lamports: bigint;
}

/**
 * Checks whether to send a member's transaction to the network: it has to be valid, fully signed, and in a form that shows
 * everything it does, and it may do nothing but pay the member's deposit address, within limits (docs/DECISIONS.md 6,
 * Deposits 3). Whether it lands is up to the chain.
 * @throws RelayRefusal
 */
export function checkRelayed(bytes: Uint8Array, { depositAddress, min, max }: RelayRules): RelayedTransaction {
  const { message, signatures } = decoded(bytes);
  const { numRequiredSignatures } = message.header;
  const keys = message.staticAccountKeys;
  const signed = message.serialize();
  for (const [index, signature] of signatures.entries()) {
    const key = keys[index];
    if (!key || !isSignedBy(key.toBytes(), signed, signature)) {
      throw new RelayRefusal("NOT_SIGNED", "The transaction is not fully signed");
    }
  }
  const addresses = keys.map((key) => key.toBase58());
  const signers = addresses.slice(0, numRequiredSignatures);
  if (signers.includes(depositAddress)) throw new RelayRefusal("PAYER", "A platform address cannot be the payer");

  const instructions = message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
    program: addresses[programIdIndex] ?? "",
    accounts: accountKeyIndexes.map((index) => addresses[index] ?? ""),
    data,
  }));
  refuseInstruction(instructions);
  let lamports = 0n;
  for (const instruction of instructions) {
    const transfer = transferOf(instruction);
    if (!transfer) continue;
    if (transfer.to !== depositAddress) {
      throw new RelayRefusal("DESTINATION", "The transaction pays somebody else than your deposit address");
    }
    if (!signers.includes(transfer.from)) throw new RelayRefusal("NOT_SIGNED", "The transaction is not fully signed");
    lamports += transfer.lamports;
  }
  if (lamports < min || lamports > max || lamports === 0n) {
    throw new RelayRefusal("AMOUNT", "The transaction does not pay an amount within the limits");
  }
  const [first = new Uint8Array()] = signatures;
  const [payer = ""] = signers;
  return { signature: bs58.encode(first), payer, lamports };
}

/** Parses a legacy or v0 transaction in canonical encoding, without lookup tables. */
function decoded(bytes: Uint8Array): VersionedTransaction {
  if (bytes.byteLength > LARGEST_TRANSACTION) {
    throw new RelayRefusal("TOO_LARGE", `A transaction has at most ${LARGEST_TRANSACTION} bytes`);
  }
  const read = readTransaction(bytes);
  if (!read) throw new RelayRefusal("MALFORMED", "These bytes are not a Solana transaction");
  const { message } = read;
  // Tables are resolved on the chain, so it can't be seen here which accounts they name.
  if (message.addressTableLookups.length > 0) {
    throw new RelayRefusal("LOOKUP_TABLE", "Transactions with address lookup tables are not relayed");
  }
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = message.header;
  const keys = message.staticAccountKeys;
  const sound =
    read.signatures.length === numRequiredSignatures &&
    numReadonlySignedAccounts < numRequiredSignatures &&
    numRequiredSignatures + numReadonlyUnsignedAccounts <= keys.length &&
    new Set(keys.map((key) => key.toBase58())).size === keys.length &&
    message.compiledInstructions.every(
      ({ programIdIndex, accountKeyIndexes }) =>
        programIdIndex > 0 && [programIdIndex, ...accountKeyIndexes].every((index) => index < keys.length),
    );
  if (!sound) throw new RelayRefusal("MALFORMED", "These bytes are not a Solana transaction");
  return read;
}

/** Null if the bytes aren't a transaction, have an unknown version, or would be serialized differently. */
function readTransaction(bytes: Uint8Array): VersionedTransaction | null {
  try {
    const read = VersionedTransaction.deserialize(bytes);
    if (read.version !== "legacy" && read.version !== 0) return null;
    return Buffer.from(read.serialize()).equals(bytes) ? read : null;
  } catch {
    return null;
  }
}
