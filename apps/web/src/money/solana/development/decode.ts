import { ComputeBudgetProgram, SystemProgram, VersionedMessage, VersionedTransaction } from "@solana/web3.js";

export interface Payment {
  /** Transfers out of this wallet, in the order of the transaction; lamports. */
  readonly transfers: readonly { readonly to: string; readonly lamports: bigint }[];
  /** Network fee in lamports, including the priority fee; 0 when someone else pays it. */
  readonly fee: bigint;
  /** Other programs that the transaction calls, in base58: their effect is unknown. */
  readonly others: readonly string[];
}

const LAMPORTS_PER_SIGNATURE = 5_000n;
/** The compute limit of an instruction if the transaction sets none. */
const UNITS_PER_INSTRUCTION = 200_000n;
const [TRANSFER, UNIT_LIMIT, UNIT_PRICE] = [2, 2, 3];

/**
 * Decodes what a transaction (legacy or version 0) would take from `owner`.
 * @throws Error when the bytes aren't a transaction, or not one for `owner` to sign
 */
export function decodePayment(bytes: Uint8Array, owner: string): Payment {
  const { message } = VersionedTransaction.deserialize(bytes);
  const keys = message.staticAccountKeys.map((key) => key.toBase58());
  if (!keys.slice(0, message.header.numRequiredSignatures).includes(owner)) {
    throw new Error("This transaction is not for this wallet to sign");
  }
  const transfers: { to: string; lamports: bigint }[] = [];
  const others = new Set<string>();
  let limit: bigint | null = null;
  let price = 0n;
  let calls = 0n;
  for (const { programIdIndex, accountKeyIndexes, data } of message.compiledInstructions) {
    const program = keys[programIdIndex] ?? "";
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    if (program === COMPUTE_BUDGET) {
      if (data[0] === UNIT_LIMIT && data.length >= 5) limit = BigInt(view.getUint32(1, true));
      if (data[0] === UNIT_PRICE && data.length >= 9) price = view.getBigUint64(1, true);
      continue;
    }
    calls += 1n;
    const [from = -1, to = -1] = accountKeyIndexes;
    const isTransfer = program === SYSTEM && data.length === 12 && view.getUint32(0, true) === TRANSFER;
    if (!isTransfer) others.add(program);
    // Accounts from lookup tables have no address here, so a transfer to one is named by its index.
    else if (keys[from] === owner)
      transfers.push({ to: keys[to] ?? `account ${to}`, lamports: view.getBigUint64(4, true) });
  }
  const units = limit ?? calls * UNITS_PER_INSTRUCTION;
  const priority = (units * price + 999_999n) / 1_000_000n;
  const base = BigInt(message.header.numRequiredSignatures) * LAMPORTS_PER_SIGNATURE;
  return { transfers, fee: keys[0] === owner ? base + priority : 0n, others: [...others] };
}

/**
 * Decodes a message to sign.
 * @throws Error when the bytes aren't text, or could be a transaction, which the same signature would make valid
 */
export function decodeMessage(bytes: Uint8Array): string {
  if (isRead(() => VersionedTransaction.deserialize(bytes)) || isRead(() => VersionedMessage.deserialize(bytes))) {
    throw new Error("This message could be a transaction");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error("This message isn't text");
  }
}

function isRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

const SYSTEM = SystemProgram.programId.toBase58();
const COMPUTE_BUDGET = ComputeBudgetProgram.programId.toBase58();
