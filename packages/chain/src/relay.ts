import { VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { isSignedBy } from "./ed25519.ts";
import { refuseInstruction, transferOf } from "./relay-instructions.ts";
import { RelayRefusal } from "./relay-refusal.ts";

/** What fits into one packet of the network. */
const LARGEST_TRANSACTION = 1_232;

export interface RelayRules {
  /** The address, base58, that every lamport must go to. */
  readonly depositAddress: string;
  /** Bounds of the sum, in lamports. */
  readonly min: bigint;
  readonly max: bigint;
}

export interface RelayedTransaction {
  /** Base58: names the transaction. */
  readonly signature: string;
  /** Pays the network fee, base58. Has signed, so it is no address of the platform unless the platform signed. */
  readonly payer: string;
  /** What it moves to the deposit address, if it lands. */
  readonly lamports: bigint;
}

/**
 * Whether we hand a member's transaction to the network (DECISIONS §6 Deposits 3): it is one, fully signed, of a form that
 * shows all that it does, and all it does is to pay the member's deposit address, within bounds. Whether it lands, the
 * chain decides.
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

/** A legacy or v0 transaction that is written in the one way there is to write it, without lookup tables. */
function decoded(bytes: Uint8Array): VersionedTransaction {
  if (bytes.byteLength > LARGEST_TRANSACTION) {
    throw new RelayRefusal("TOO_LARGE", `A transaction has at most ${LARGEST_TRANSACTION} bytes`);
  }
  const read = readTransaction(bytes);
  if (!read) throw new RelayRefusal("MALFORMED", "These bytes are not a Solana transaction");
  const { message } = read;
  // Tables are looked up on the chain: whom they name is not to be seen here.
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

/** Null for bytes that are none, of a version unknown to us, or that would be written otherwise. */
function readTransaction(bytes: Uint8Array): VersionedTransaction | null {
  try {
    const read = VersionedTransaction.deserialize(bytes);
    if (read.version !== "legacy" && read.version !== 0) return null;
    return Buffer.from(read.serialize()).equals(bytes) ? read : null;
  } catch {
    return null;
  }
}
