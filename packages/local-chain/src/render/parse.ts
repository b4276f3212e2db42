import { PublicKey, SystemInstruction, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import bs58 from "bs58";
import { MEMO_PROGRAMS } from "./memo.ts";

export interface RawInstruction {
  readonly programIdIndex: number;
  /** Indexes into the addresses. */
  readonly accounts: readonly number[];
  readonly data: Buffer;
  readonly stackHeight: number;
}

/**
 * An instruction, parsed if its program is known (system and memo), otherwise with its data in base58.
 * @param keys all addresses of the transaction by index, in base58
 */
export function parseInstruction(
  { programIdIndex, accounts, data, stackHeight }: RawInstruction,
  keys: readonly string[],
): unknown {
  const programId = keys[programIdIndex] ?? "";
  const named = accounts.map((index) => keys[index] ?? "");
  const unread = { programId, accounts: named, data: bs58.encode(data), stackHeight };
  if (MEMO_PROGRAMS.has(programId))
    return { program: "spl-memo", programId, parsed: data.toString("utf8"), stackHeight };
  if (programId !== SystemProgram.programId.toBase58()) return unread;
  try {
    const parsed = parseSystem(named, data);
    return parsed ? { program: "system", programId, parsed, stackHeight } : unread;
  } catch {
    return unread;
  }
}

function parseSystem(accounts: readonly string[], data: Buffer) {
  const keys = accounts.map((each) => ({ pubkey: new PublicKey(each), isSigner: false, isWritable: false }));
  const instruction = new TransactionInstruction({ programId: SystemProgram.programId, keys, data });
  const type = SystemInstruction.decodeInstructionType(instruction);
  if (type === "Transfer") {
    const { fromPubkey, toPubkey, lamports } = SystemInstruction.decodeTransfer(instruction);
    return { type: "transfer", info: { source: text(fromPubkey), destination: text(toPubkey), lamports } };
  }
  if (type === "TransferWithSeed") {
    const one = SystemInstruction.decodeTransferWithSeed(instruction);
    const { fromPubkey, basePubkey, toPubkey, lamports, seed, programId } = one;
    const from = {
      source: text(fromPubkey),
      sourceBase: text(basePubkey),
      sourceSeed: seed,
      sourceOwner: text(programId),
    };
    return { type: "transferWithSeed", info: { ...from, destination: text(toPubkey), lamports } };
  }
  if (type === "Create") {
    const { fromPubkey, newAccountPubkey, lamports, space, programId } =
      SystemInstruction.decodeCreateAccount(instruction);
    const info = {
      source: text(fromPubkey),
      newAccount: text(newAccountPubkey),
      lamports,
      space,
      owner: text(programId),
    };
    return { type: "createAccount", info };
  }
  if (type === "CreateWithSeed") {
    const one = SystemInstruction.decodeCreateWithSeed(instruction);
    const made = { newAccount: text(one.newAccountPubkey), base: text(one.basePubkey), seed: one.seed };
    const info = {
      source: text(one.fromPubkey),
      ...made,
      lamports: one.lamports,
      space: one.space,
      owner: text(one.programId),
    };
    return { type: "createAccountWithSeed", info };
  }
  if (type === "Assign") {
    const { accountPubkey, programId } = SystemInstruction.decodeAssign(instruction);
    return { type: "assign", info: { account: text(accountPubkey), owner: text(programId) } };
  }
  if (type === "Allocate") {
    const { accountPubkey, space } = SystemInstruction.decodeAllocate(instruction);
    return { type: "allocate", info: { account: text(accountPubkey), space } };
  }
  return undefined;
}

const text = (key: PublicKey) => key.toBase58();
